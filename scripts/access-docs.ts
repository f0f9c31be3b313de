// docs/access.md: who may do what, from the data that the server goes by.
import {
  type Action,
  actions,
  type Bond,
  roleDescriptions,
  roleReaches,
  roleSchema,
  ruleOf,
  subjects,
} from '@cadence-agents/contracts';
import { allEndpoints } from '../packages/server/src/http/all-endpoints.ts';

const bonds: Record<Bond, string> = { tenant: 'a tenant', workflows: 'workflows', user: 'a person' };

/** What a key with all the roles there are, and these bonds, gets. */
const kinds: readonly { name: string; bonds: readonly Bond[]; deployment?: true }[] = [
  { name: 'of the deployment', bonds: ['tenant'], deployment: true },
  { name: 'of a tenant', bonds: ['tenant'] },
  { name: 'bound to workflows', bonds: ['tenant', 'workflows'] },
  { name: 'bound to a person', bonds: ['tenant', 'user'] },
];

const head = `# Who may do what

This page is made from \`packages/contracts/src/access.ts\` by \`npm run docs\`. The server goes by the same data, in \`packages/server/src/app/access/\`, for every protocol and the command line, and \`access-matrix.test.ts\` calls every endpoint as every kind of key and compares.

A key has a **role**, belongs to a **tenant**, and may be bound to a **person** (\`--user\`), to **workflows** (\`--workflow\`) and to a time. It sees the rows of its tenant, of its person and of its workflows; what is beyond them is answered with 404, as if it were not there. It can make keys that have no more than itself, and live no longer.

Whoever runs the server, by \`CADENCE_ADMIN_KEY\` or at the machine itself, is the administrator of the **deployment**. No key of a tenant is, whatever its role.

An endpoint names its action. A route that names none keeps the server from starting. What changes something has an entry in the audit log under that name, and so has every attempt that was refused; without a valid key the actor is \`unauthenticated\`.
`;

export function accessPage(): string {
  return `${[head, roles(), things(), matrix(), endpointTable()].join('\n')}`;
}

function roles(): string {
  const rows = roleSchema.options.map((role) => `| \`${role}\` | ${roleDescriptions[role]} |`);
  return `## Roles\n\n| role | |\n|---|---|\n${rows.join('\n')}\n`;
}

function things(): string {
  const listed = (some: readonly Bond[]) => some.map((bond) => bonds[bond]).join(', ') || '–';
  const rows = Object.entries(subjects).map(
    ([name, { about, refuses, hides }]) => `| ${name} | ${about} | ${listed(refuses)} | ${listed(hides)} |`,
  );
  return `## Things\n\n| | what it is | refused to keys bound to | only what is theirs for keys bound to |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

const names = Object.keys(actions).filter((name): name is Action => name in actions);

function matrix(): string {
  const rows = names.map((action) => {
    const { role, on, audited } = ruleOf(action);
    const byRole = roleSchema.options.map((each) => (roleReaches(each, role) ? 'yes' : 'no'));
    const byKind = kinds.map(({ bonds: bound, deployment }) => reach(action, bound, deployment ?? false));
    return `| \`${action}\` | ${on} | ${[...byRole, ...byKind].join(' | ')} | ${audited ? 'yes' : ''} |`;
  });
  const columns = [...roleSchema.options, ...kinds.map(({ name }) => name)];
  return `## Actions\n\nThe first columns say which roles suffice, the next what a key with such a role gets.\n\n| action | on | ${columns.join(' | ')} | audited |\n|---|---|${columns.map(() => '---|').join('')}---|\n${rows.join('\n')}\n`;
}

function reach(action: Action, bound: readonly Bond[], deployment: boolean): string {
  const { refuses, hides }: { refuses: readonly Bond[]; hides: readonly Bond[] } =
    subjects[ruleOf(action).on];
  if (!deployment && refuses.some((bond) => bound.includes(bond))) return '403';
  const theirs = hides.filter((bond) => bound.includes(bond));
  return theirs.length === 0 ? 'all' : `of its ${theirs.map((bond) => own[bond]).join(', ')}`;
}

const own: Record<Bond, string> = { tenant: 'tenant', workflows: 'workflows', user: 'person' };

function endpointTable(): string {
  const rows = Object.values(allEndpoints).map(
    ({ method, path, action }) =>
      `| \`${method} ${path}\` | ${action === 'public' ? 'public' : `\`${action}\``} |`,
  );
  const mcp = '| `/mcp` | `message.send`; single tools: `tool.call` |';
  return `## Endpoints\n\n| endpoint | action |\n|---|---|\n${[...rows, mcp].join('\n')}\n`;
}
