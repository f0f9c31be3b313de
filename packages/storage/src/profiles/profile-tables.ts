export const profileTables: readonly string[] = [
  `CREATE TABLE profiles (
    tenant_id EXACT_TEXT NOT NULL,
    user_id EXACT_TEXT NOT NULL,
    profile_json TEXT NOT NULL,
    PRIMARY KEY (tenant_id, user_id)
  )`,
];
