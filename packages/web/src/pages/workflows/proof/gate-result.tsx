import type { GateFinding, GateReport } from '@cadence-agents/contracts';
import { Link } from '@tanstack/react-router';
import { CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react';
import { Badge, type BadgeTone } from '../../../components/badge.tsx';
import { texts } from '../../../texts.ts';

const words = texts.workflows.editor.gate;
const SHOWN = 20;

/** What the newest runs come to on a version: the verdict, the figures, and where each parts. */
export function GateResult({ report, version }: { report: GateReport | undefined; version: number }) {
  return (
    <>
      <Verdict report={report} />
      {report && <Counts report={report} />}
      {report && <Findings findings={report.findings} version={version} />}
    </>
  );
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
    <dl className="my-3 grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-2">
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
