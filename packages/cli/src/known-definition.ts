import { localOwner } from '@cadence/contracts';
import { withCadence } from './with-cadence.ts';

/** The definition that a run of this workflow would start with now. */
export async function knownDefinition(id: string): Promise<unknown> {
  return withCadence(null, async ({ cadence }) => {
    const { definition } = await cadence.workflows.find(localOwner.tenantId, id);
    return definition;
  });
}
