import { type DescribedKind, kindFromDescription } from '@cadence-agents/contracts';
import { builtInKinds, isBuiltIn, type Kinds, kindsWith } from '@cadence-agents/workflow';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client.ts';

const kindList = queryOptions({
  queryKey: ['node-kinds'],
  queryFn: async ({ signal }) => knownKinds((await client.listNodeKinds({}, { signal })).items),
  staleTime: 60_000,
  structuralSharing: false,
});

/** The node kinds that there are: those of plugins too, once the server has told them. */
export const useKinds = (): Kinds => useQuery(kindList).data?.kinds ?? builtInKinds;

/** JSON Schema of what a node of a kind can be told, once the server has told it. */
export const useConfigSchema = (nodeType: string): unknown => useQuery(kindList).data?.schemas.get(nodeType);

const knownKinds = (items: readonly DescribedKind[]) => ({
  kinds: kindsFrom(items),
  schemas: new Map<string, unknown>(items.map(({ type, config }) => [type, config])),
});

const kindsFrom = (items: readonly DescribedKind[]): Kinds =>
  kindsWith(items.filter(({ type }) => !isBuiltIn(type)).map(kindFromDescription));
