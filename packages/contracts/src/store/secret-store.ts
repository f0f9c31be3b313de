/** Keeps what was encrypted before it came here; nothing in it can be read without the key. */
export interface SecretStore {
  put(tenantId: string, name: string, ciphertext: string): Promise<void>;
  get(tenantId: string, name: string): Promise<string | undefined>;
  list(tenantId: string): Promise<{ name: string; updatedAt: string }[]>;
  delete(tenantId: string, name: string): Promise<boolean>;
}
