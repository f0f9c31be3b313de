import { roleDescriptions, roleSchema } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { session } from '../../api/session.ts';
import { whoAmI } from '../../api/who-am-i.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { cx } from '../../components/cx.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { settingsTexts } from './settings-texts.ts';

const words = settingsTexts.you;

/** Who the session speaks for, and what that permits. */
export function YouPanel() {
  const { data, error, refetch } = useQuery(whoAmI);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} />;
  const { role, userId, tenantId, keyId, keyRequired } = data;
  const signOut = (
    <Button size="sm" icon={<LogOut aria-hidden />} onClick={session.signOut}>
      {words.signOut}
    </Button>
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={settingsTexts.tabs.you} {...(session.get().key !== undefined && { actions: signOut })}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          <Fact name={words.role}>
            <Badge tone="accent">{role}</Badge>
          </Fact>
          <Fact name={words.user}>{userId ?? words.userAll}</Fact>
          <Fact name={words.tenant}>{tenantId}</Fact>
          <Fact name={words.key}>{keyId ?? (keyRequired ? words.keyAdmin : words.keyNone)}</Fact>
        </dl>
        {!keyRequired && <p className="mt-3 border-t pt-3 text-xs text-muted">{words.open}</p>}
      </Card>
      <Card title={words.roles} flush>
        <ul>
          {roleSchema.options.map((name) => (
            <li
              key={name}
              className={cx(
                'flex items-baseline gap-3 border-b px-4 py-2 last:border-0',
                name === role && 'bg-accent-soft/50',
              )}
            >
              <span className="w-18 shrink-0 font-medium">{name}</span>
              <span className="min-w-0 flex-1 text-muted">{roleDescriptions[name]}</span>
              {name === role && <Badge tone="accent">{words.yours}</Badge>}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
