import { z } from 'zod';

export const userProfileSchema = z.strictObject({
  name: z.string().max(200).optional(),
  /** What the person is to the organisation; the safety policy says which tools each role may use. */
  roles: z.array(z.string().min(1).max(100)).default([]),
  /** Tools the person may use whatever the role; all that the roles allow when absent. */
  tools: z.array(z.string().min(1)).optional(),
  /** How the person likes to be answered, as by language or units. */
  preferences: z.record(z.string(), z.json()).default({}),
});
/** What is known of a person beyond a conversation. */
export type UserProfile = z.infer<typeof userProfileSchema>;

export interface ProfileStore {
  get(tenantId: string, userId: string): Promise<UserProfile | undefined>;
  /** Replaces the profile whole. */
  put(tenantId: string, userId: string, profile: UserProfile): Promise<UserProfile>;
}
