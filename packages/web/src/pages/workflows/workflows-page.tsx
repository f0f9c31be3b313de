import type { ApiWorkflowSummary } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Workflow } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useMay } from '../../api/who-am-i.ts';
import { workflowList } from '../../api/workflows.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { texts } from '../../texts.ts';
import { DefinitionDrop } from './exchange/definition-drop.tsx';
import { exchangeTexts } from './exchange/exchange-texts.ts';

// Its templates and pictures are for those who make one.
const NewWorkflowDialog = lazy(async () => ({
  default: (await import('./new-workflow-dialog.tsx')).NewWorkflowDialog,
}));

const words = texts.workflows;

const columns: readonly Column<ApiWorkflowSummary>[] = [
  {
    id: 'name',
    header: words.columns.name,
    cell: ({ id, name, description }) => (
      <>
        <Link
          to="/workflows/$workflowId"
          params={{ workflowId: id }}
          className="rounded font-medium text-ink hover:text-accent-ink hover:underline"
        >
          {name}
        </Link>
        {description && <p className="max-w-prose text-xs text-muted">{description}</p>}
      </>
    ),
  },
  {
    id: 'id',
    header: words.columns.id,
    wideOnly: true,
    cell: ({ id }) => <code className="text-xs text-muted">{id}</code>,
  },
  {
    id: 'version',
    header: words.columns.version,
    cell: ({ version, from }) =>
      from === 'stored' ? (
        <Badge tone={version === null ? 'accent' : 'success'}>
          {version === null ? words.draft : words.version(version)}
        </Badge>
      ) : (
        <Badge>{words.editor.builtIn}</Badge>
      ),
  },
];

export function WorkflowsPage() {
  const { data, error, refetch } = useQuery(workflowList);
  const [isCreating, setIsCreating] = useState(false);
  const [dropped, setDropped] = useState<unknown>();
  const take = useCallback((_text: string, definition: unknown) => setDropped(definition), []);
  const mayCreate = useMay('author');
  const create = mayCreate !== false && (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setIsCreating(true)}>
      {words.new}
    </Button>
  );
  return (
    <Page title={words.title} description={words.description} actions={create}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data?.length === 0 && (
        <EmptyState icon={<Workflow />} title={words.empty} action={create}>
          {words.emptyHint}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Card flush>
          <Table caption={words.caption} columns={columns} rows={data} rowKey={({ id }) => id} />
        </Card>
      )}
      <DefinitionDrop label={exchangeTexts.dropNew} onDefinition={take} />
      <Suspense>
        {dropped !== undefined && (
          <NewWorkflowDialog source={dropped} onClose={() => setDropped(undefined)} />
        )}
        {isCreating && <NewWorkflowDialog onClose={() => setIsCreating(false)} />}
      </Suspense>
    </Page>
  );
}
