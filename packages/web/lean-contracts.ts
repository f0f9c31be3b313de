import { fileURLToPath } from 'node:url';
import { type Endpoint, endpoints } from '@cadence-agents/contracts';
import type { Plugin } from 'vite';

const declared = fileURLToPath(new URL('../contracts/src/api/endpoints.ts', import.meta.url));

/**
 * Gives the page what it needs of the endpoints to call them: what goes in and out is checked by the server, and with
 * all the schemas a first visit would load half as much again.
 */
export const leanContracts = (): Plugin => ({
  name: 'cadence-lean-contracts',
  apply: 'build',
  load: (id) => (id === declared ? endpointTable(Object.entries(endpoints)) : undefined),
});

function endpointTable(named: readonly (readonly [string, Endpoint])[]): string {
  const rows = named.map(([name, { method, path, status, multipart, text }]) => {
    return `${name}:{...${JSON.stringify({ method, path, status, multipart, text })},reply}`;
  });
  return `const reply={parse:(value)=>value};\nexport const endpoints={${rows.join(',\n')}};`;
}
