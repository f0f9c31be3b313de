import type { GateFinding, GateReport } from '@cadence/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react';
import { Badge, type BadgeTone } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { texts } from '../../../texts.ts';
import { gateOf, gateSoFar } from './gate-queries.ts';

const words = texts.workflows.editor.gate;
const SHOWN = 20;

export interface PublishDialogProps {
  id: string;
  version: number;
  busy: boolean;
  onPublish: () => void;
  onClose: () => void;
}

/** What publishing a version would change, by the newest runs of the workflow, before it is done. */
export function PublishDialog({ id, version, busy, onPublish, onClose }: PublishDialogProps) {
  const { report, error } = useGate(id, version);
  const isDone = report !== undefined && report.state !== 'running';
  const isSafe = report?.passed === true;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={words.title(version)}
      description={words.hint}
      actions={
        <>
          <Button onClick={onClose}>{words.keepDraft}</Button>
          <Button
            look={isDone && !isSafe ? 'danger' : 'primary'}
            disabled={!isDone && !error}
            busy={busy}
            onClick={onPublish}
          >
            {isDone && !isSafe ? words.anyway : texts.workflows.editor.publish}
          </Button>
        </>
      }
    >
      {error && <ErrorState error={error} />}
      {!error && <Verdict report={report} />}
      {report && <Counts report={report} />}
      {report && <Findings findings={report.findings} version={version} />}
    </Dialog>
  );
}

function useGate(id: string, version: number) {
  const started = useQuery(gateOf(id, version));
  const { data: later } = useQuery({
    ...gateSoFar(id, version),
    enabled: started.data?.state === 'running',
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 1_000 : false),
  });
  return { report: later ?? started.data, error: started.error };
}

function Verdict({ report }: { report: GateReport | undefined }) {
  const isRunning = report === undefined || report.state === 'running';
  const isGood = report?.passed === true;
  const Icon = isRunning ? LoaderCircle : isGood ? CircleCheck : TriangleAlert;
  const look = isRunning ? 'text-muted' : isGood ? 'text-success' : 'text-warning';
  return (
    <p role="status" className={`flex items-center gap-2 text-sm font-medium ${look}`}>
      <Icon aria-hidden className={`size-4 shrink-0 ${isRunning ? 'animate-spin' : ''}`} />
      {verdictOf(report)}
    </p>
  );
}

function verdictOf(report: GateReport | undefined): string {
  if (report === undefined || report.state === 'running') return words.running;
  if (report.state === 'broken off') return words.brokenOff;
  if (!report.passed) return words.differs;
  return report.unchanged === 0 ? words.nothingToTry : words.same;
}

const counts = [
  ['unchanged', 'success'],
  ['diverged', 'warning'],
  ['stranded', 'danger'],
  ['skipped', 'neutral'],
  ['left', 'neutral'],
] as const satisfies readonly (readonly [keyof GateReport, BadgeTone])[];

function Counts({ report }: { report: GateReport }) {
  return (
    <dl className="my-3 grid grid-cols-3 gap-2 sm:grid-cols-5">
      {counts.map(([name, tone]) => (
        <div key={name} className="rounded-lg border px-3 py-2">
          <dt>
            <Badge tone={report[name] === 0 ? 'neutral' : tone}>{words.counts[name]}</Badge>
          </dt>
          <dd className="mt-1 text-lg font-semibold tabular-nums">{report[name]}</dd>
        </div>
      ))}
    </dl>
  );
}

const tones: Record<GateFinding['verdict'], BadgeTone> = {
  diverged: 'warning',
  stranded: 'danger',
  skipped: 'neutral',
};

function Findings({ findings, version }: { findings: readonly GateFinding[]; version: number }) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label={words.findings} className="mb-3 flex flex-col divide-y rounded-lg border">
      {findings.slice(0, SHOWN).map((finding) => (
        <li key={finding.runId} className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 px-3 py-2 text-sm">
          <Badge tone={tones[finding.verdict]}>{words.counts[finding.verdict]}</Badge>
          {finding.visit !== null && (
            <span className="text-xs text-muted">
              {texts.runs.step(finding.visit)}
              {finding.node !== null && `, ${finding.node}`}
            </span>
          )}
          {finding.path !== null && <code className="text-2xs break-all text-muted">{finding.path}</code>}
          <span className="basis-full break-words">{finding.message}</span>
          <FindingLink finding={finding} version={version} />
        </li>
      ))}
      {findings.length > SHOWN && (
        <li className="px-3 py-2 text-xs text-muted">{words.more(findings.length - SHOWN)}</li>
      )}
    </ul>
  );
}

function FindingLink({ finding: { runId, verdict }, version }: { finding: GateFinding; version: number }) {
  const look = 'text-xs text-accent-ink hover:underline';
  if (verdict === 'diverged')
    return (
      <Link to="/runs/$runId/replay/$version" params={{ runId, version: String(version) }} className={look}>
        {words.sides}
      </Link>
    );
  return (
    <Link to="/runs/$runId" params={{ runId }} className={look}>
      {texts.chat.openRun}
    </Link>
  );
}
