/**
 * The rows of a tenant, in lists that begin at one end. PostgreSQL plans a statement that is asked often without a look
 * at its values. It then takes a tenant for one with its share of all rows, and walks those of all tenants until it has
 * a page: to the end, for a tenant with few. Said once more, as a range, it believes that there are few.
 */
export const ofTenant = 'tenant_id = $tenantId AND tenant_id BETWEEN $tenantId AND $tenantId';
