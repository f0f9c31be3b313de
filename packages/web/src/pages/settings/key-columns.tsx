import type { ApiKey } from '@cadence-agents/contracts';
import { Badge, type BadgeTone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/table.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { settingsTexts } from './settings-texts.ts';

const words = settingsTexts.keys;
const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const tones = { active: 'success', revoked: 'neutral', expired: 'warning' } as const satisfies Record<
  string,
  BadgeTone
>;

/** What people call a key. */
export const nameOf = ({ name, id }: ApiKey): string => name ?? id;

function stateOf({ revokedAt, expiresAt }: ApiKey): keyof typeof tones {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active';
}

const expiryOf = ({ expiresAt }: ApiKey): string =>
  expiresAt === null ? words.neverExpires : dates.format(Date.parse(expiresAt));

/** Whose rows it sees, and of which workflows. */
function Reach({ apiKey: { userId, scopes } }: { apiKey: ApiKey }) {
  return (
    <span className="break-words text-muted">
      {userId === null ? words.everybody : words.onlyUser(userId)}
      {scopes && <span className="block text-xs text-faint">{words.workflows(scopes)}</span>}
    </span>
  );
}

interface KeyActions {
  onRevoke: (key: ApiKey) => void;
  onRotate: (key: ApiKey) => void;
}

export const keyColumns = ({ onRevoke, onRotate }: KeyActions): readonly Column<ApiKey>[] => [
  {
    id: 'name',
    header: words.columns.name,
    cell: (key) => (
      <>
        <span className={key.name === null ? 'text-muted' : 'font-medium'}>{key.name ?? words.unnamed}</span>
        <code className="block text-2xs text-faint">{key.id}</code>
        <span className="block text-xs md:hidden">
          <Reach apiKey={key} />
          <span className="block text-muted">{words.expiresOn(expiryOf(key))}</span>
        </span>
      </>
    ),
  },
  {
    id: 'role',
    header: words.columns.role,
    cell: (key) => (
      <span className="flex flex-wrap items-center gap-1.5">
        <Badge tone="accent">{key.role}</Badge>
        {stateOf(key) !== 'active' && <Badge tone={tones[stateOf(key)]}>{words.states[stateOf(key)]}</Badge>}
      </span>
    ),
  },
  {
    id: 'for',
    header: words.columns.for,
    wideOnly: true,
    cell: (key) => <Reach apiKey={key} />,
  },
  {
    id: 'used',
    header: words.columns.used,
    wideOnly: true,
    cell: ({ lastUsedAt }) => (
      <span className="text-muted">
        {lastUsedAt === null ? words.neverUsed : <TimeAgo time={lastUsedAt} />}
      </span>
    ),
  },
  {
    id: 'expires',
    header: words.columns.expires,
    wideOnly: true,
    cell: (key) => <span className="whitespace-nowrap text-muted">{expiryOf(key)}</span>,
  },
  {
    id: 'revoke',
    header: words.actions,
    align: 'right',
    cell: (key) =>
      key.revokedAt === null && (
        <span className="flex flex-wrap justify-end gap-1.5">
          {stateOf(key) === 'active' && (
            <Button size="sm" aria-label={words.rotateOf(nameOf(key))} onClick={() => onRotate(key)}>
              {words.rotate}
            </Button>
          )}
          <Button size="sm" aria-label={words.revokeOf(nameOf(key))} onClick={() => onRevoke(key)}>
            {words.revoke}
          </Button>
        </span>
      ),
  },
];
