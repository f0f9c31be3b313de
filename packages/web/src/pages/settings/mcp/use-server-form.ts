import type { ApiMcpServer, McpServerChanges } from '@cadence-agents/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { mcpServerList, useServersChanged } from '../../../api/mcp-servers.ts';
import { refusedFields } from '../../../api/refused-fields.ts';
import type { HeaderRow } from './header-rows.tsx';

type Kind = 'address' | 'command';

/** Those that say themselves what is wrong with them. */
const told = ['name', 'url', 'command'];

/** What is typed about a server; it closes when that is kept and connected to. */
export function useServerForm(server: ApiMcpServer | undefined, onDone: () => void) {
  const entered = server?.entered ?? undefined;
  const [name, setName] = useState(server?.name ?? '');
  const [kind, setKind] = useState<Kind>(entered?.command == null ? 'address' : 'command');
  const before = entered?.url ?? entered?.command ?? '';
  const [place, setPlace] = useState(before);
  const [headers, setHeaders] = useState<readonly HeaderRow[]>(() =>
    (entered?.headers ?? []).map((header, id) => ({ id, name: header, value: '', isKept: true })),
  );
  const [description, setDescription] = useState(entered?.description ?? '');
  const [approve, setApprove] = useState(entered?.approve === true);
  const [keptAs, setKeptAs] = useState(server?.name);
  const { data: servers = [] } = useQuery(mcpServerList);
  const changed = useServersChanged();
  const about = {
    ...(place.trim() !== before && placed(kind, place.trim())),
    ...(kind === 'address' && headersGiven(headers, entered?.headers ?? [])),
    ...(description.trim() !== (entered?.description ?? '') && { description: description.trim() || null }),
    ...(approve !== (entered?.approve === true) && { approve: approve || null }),
  };
  const save = useMutation({
    mutationFn: async () => {
      const params = { name: name.trim() };
      const kept = await (server
        ? client.updateMcpServer({ params, body: about })
        : client.putMcpServer({ params, body: withoutNulls(about) }));
      await changed();
      return kept;
    },
    onSuccess: ({ name: kept, status }) => {
      setKeptAs(kept);
      if (status === 'connected') onDone();
    },
  });
  const test = useMutation({
    mutationFn: () => client.testMcpServer({ params: { name: name.trim() }, body: about }),
  });
  // It would take the place of the other.
  const isTaken = name.trim() !== keptAs && servers.some((one) => one.name === name.trim());
  const isReady = name.trim() !== '' && place.trim() !== '' && !isTaken;
  const refused = refusedFields(save.error ?? test.error);
  /** What was said of what stood there before is not of this. */
  const anew =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      save.reset();
      test.reset();
    };
  return {
    ...{ name, setName: anew(setName), kind, setKind: anew(setKind), place, setPlace: anew(setPlace) },
    ...{ headers, setHeaders, description, setDescription, approve, setApprove },
    ...{ isTaken, isReady, save, test, refused },
    isToldAtField: told.some((field) => refused.has(field)),
  };
}

export type ServerForm = ReturnType<typeof useServerForm>;

function placed(kind: Kind, place: string): Pick<McpServerChanges, 'url' | 'command' | 'args'> {
  if (kind === 'address') return { url: place };
  const [command = '', ...args] = place.split(/\s+/);
  return { command, args };
}

/** Those that were typed, and `null` for those that were taken away. */
function headersGiven(
  rows: readonly HeaderRow[],
  before: readonly string[],
): Pick<McpServerChanges, 'headers'> | undefined {
  const typed = rows.flatMap(({ name, value }): [string, string | null][] =>
    name.trim() !== '' && value !== '' ? [[name.trim(), value]] : [],
  );
  const gone = before.flatMap((header): [string, string | null][] =>
    rows.some(({ name }) => name === header) ? [] : [[header, null]],
  );
  const headers = Object.fromEntries([...gone, ...typed]);
  return Object.keys(headers).length > 0 ? { headers } : undefined;
}

type Entry = Parameters<typeof client.putMcpServer>[0]['body'];

/** Of a new one nothing can be taken away. */
function withoutNulls({ headers, ...rest }: McpServerChanges): Entry {
  const values = Object.entries(headers ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  const given = Object.entries(rest).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(given), ...(values.length > 0 && { headers: Object.fromEntries(values) }) };
}
