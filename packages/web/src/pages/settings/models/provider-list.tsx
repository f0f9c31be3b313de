import type { ApiProvider } from '@cadence-agents/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, PlugZap } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { providerList } from '../../../api/providers.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Disclosure } from '../../../components/disclosure.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { Failure, Note } from './connect-model.tsx';
import { modelsTexts } from './models-texts.ts';
import { ProviderDialog } from './provider-dialog.tsx';

const words = modelsTexts.providers;

/** Those that answer without further packages first, the others behind a line. */
export function ProviderList() {
  const { data, error, refetch } = useQuery(providerList);
  const [edited, setEdited] = useState<ApiProvider>();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} />;
  const isFirst = ({ lists, key }: ApiProvider) => lists || key?.source != null;
  const first = data.filter(isFirst);
  const others = data.filter((provider) => !isFirst(provider));
  return (
    <Card flush title={words.title}>
      <p className="px-4 pt-3 text-xs text-muted">{words.about}</p>
      <ul aria-label={words.label}>
        {first.map((provider) => (
          <ProviderRow key={provider.name} provider={provider} onEdit={() => setEdited(provider)} />
        ))}
      </ul>
      <div className="border-t px-4 py-3">
        <Disclosure summary={words.more(others.length)}>
          <ul>
            {others.map((provider) => (
              <ProviderRow key={provider.name} provider={provider} onEdit={() => setEdited(provider)} />
            ))}
          </ul>
        </Disclosure>
      </div>
      {edited && <ProviderDialog provider={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  );
}

function ProviderRow({ provider, onEdit }: { provider: ApiProvider; onEdit: () => void }) {
  const { name, key, address, missing, lists } = provider;
  const check = useMutation({
    mutationFn: async () => (await client.listProviderModels({ params: { name }, body: {} })).items.length,
  });
  const canEdit = key !== null || address !== null;
  return (
    <li className="border-b px-4 py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <div className="flex flex-wrap items-center gap-2">
            <code className="text-sm font-medium">{name}</code>
            <KeyBadge provider={provider} />
          </div>
          <p className="mt-0.5 text-xs break-all text-muted">
            {missing.length > 0 ? words.missing(missing.join(' ')) : address?.value}
          </p>
        </div>
        <div className="flex gap-1.5 empty:hidden">
          {lists && (
            <Button
              size="sm"
              icon={<PlugZap aria-hidden />}
              busy={check.isPending}
              aria-label={`${words.check} ${name}`}
              onClick={() => check.mutate()}
            >
              {words.check}
            </Button>
          )}
          {canEdit && (
            <Button size="sm" icon={<Pencil aria-hidden />} aria-label={words.editOf(name)} onClick={onEdit}>
              {words.edit}
            </Button>
          )}
        </div>
      </div>
      <div role="status" className="mt-2 empty:hidden">
        {check.data !== undefined && <Note tone="success">{words.checked(check.data)}</Note>}
        {check.error && <Failure error={check.error} />}
      </div>
    </li>
  );
}

function KeyBadge({ provider: { key, name } }: { provider: ApiProvider }) {
  if (key === null) return <Badge>{words.noKey}</Badge>;
  if (key.source === 'entered') return <Badge tone="success">{words.keySet}</Badge>;
  if (key.source === 'environment') return <Badge tone="success">{words.keyFromEnvironment}</Badge>;
  return <Badge>{name === 'ollama' ? words.noKey : words.keyMissing}</Badge>;
}
