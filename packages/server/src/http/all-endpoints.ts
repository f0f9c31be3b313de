import { endpoints, langGraphEndpoints, openAiEndpoints } from '@cadence-agents/contracts';

/** Our own API and those of others that we speak: what the OpenAPI document describes. */
export const allEndpoints = { ...endpoints, ...openAiEndpoints, ...langGraphEndpoints };
