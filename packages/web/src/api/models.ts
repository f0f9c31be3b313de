import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

const models = {
  queryKey: ['models'],
  queryFn: ({ signal }: { signal: AbortSignal }) => client.listModels({}, { signal }),
};

export const modelList = queryOptions({ ...models, select: ({ items }) => items });

/** Those that people may choose from for a message. */
export const chatModels = queryOptions({ ...models, select: ({ chat }) => chat ?? [] });

/** What a million tokens cost, by the name of the model. */
export const modelPrices = queryOptions({ ...models, select: ({ prices }) => prices });
