import { useMutation } from '@tanstack/react-query';
import { FileCheck } from 'lucide-react';
import { useRef } from 'react';
import { client } from '../../../api/client.ts';
import { useKinds } from '../../../api/kinds.ts';
import { useKnownAgents } from '../../../api/known-agents.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { CoverageFacts } from './coverage-facts.tsx';
import { proofTexts as words } from './proof-texts.ts';
import { Section } from './section.tsx';
import { coverageByTests } from './test-files.ts';

export interface TestsSectionProps {
  document: unknown;
  canRun: boolean;
}

/** What the recordings that serve as tests come by. The files stay with whoever opens them. */
export function TestsSection({ document, canRun }: TestsSectionProps) {
  const picker = useRef<HTMLInputElement>(null);
  const kinds = useKinds();
  const agents = useKnownAgents() ?? [];
  const cover = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const report = await client.simulateDefinition({ body: document });
      return { document, ...(await coverageByTests(files, document, report, { agents, kinds })) };
    },
  });
  const { data, error } = cover;
  return (
    <Section title={words.tests} hint={words.testsHint}>
      <input
        ref={picker}
        type="file"
        multiple
        accept=".json"
        aria-label={words.testFiles}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          target.value = '';
          if (chosen.length > 0) cover.mutate(chosen);
        }}
      />
      <Button
        size="sm"
        className="self-start"
        icon={<FileCheck aria-hidden />}
        busy={cover.isPending}
        disabled={!canRun}
        onClick={() => picker.current?.click()}
      >
        {words.openTests}
      </Button>
      {error && <ErrorState error={error} />}
      {data && data.document !== document && <p className="text-xs text-warning">{words.testsStale}</p>}
      {data && (
        <>
          <p role="status" className="text-xs font-medium">
            {words.testsRead(data.coverage.runs)}
          </p>
          {data.unread.length > 0 && (
            <p className="text-xs break-words text-warning">{words.testsUnread(data.unread.join(', '))}</p>
          )}
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
            <CoverageFacts coverage={data.coverage} />
          </dl>
          {missed(data.coverage).length > 0 && (
            <p className="text-xs break-words text-muted">
              {words.testsMissed} {missed(data.coverage).join(', ')}.
            </p>
          )}
        </>
      )}
    </Section>
  );
}

const missed = ({ edges }: Awaited<ReturnType<typeof coverageByTests>>['coverage']): string[] =>
  edges
    .filter(({ reachable, times }) => reachable && times === 0)
    .map(({ from, to, label }) => `${from} → ${to ?? 'end'}${label === null ? '' : ` (${label})`}`);
