import { CircleAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { Tooltip } from '../../../components/tooltip.tsx';
import { texts } from '../../../texts.ts';
import type { CheckedText } from './use-checked-document.ts';

const words = texts.workflows.editor;

/** Whether it may run, and the proof that every run of it ends. */
export function Verdict({ problems, certificate }: Pick<CheckedText, 'problems' | 'certificate'>) {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  if (certificate?.bounded === false) {
    return (
      <Tooltip text={certificate.cycle.join(' → ')}>
        <button type="button" className="cursor-default rounded-full">
          <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
            {words.unbounded}
          </Badge>
        </button>
      </Tooltip>
    );
  }
  if (errors > 0 || certificate === undefined) {
    return (
      <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
        {words.problemCount(Math.max(1, errors))}
      </Badge>
    );
  }
  return (
    <>
      <Tooltip text={<Proof cycles={certificate.cycles} />}>
        <button type="button" className="cursor-default rounded-full">
          <Badge tone="success" icon={<ShieldCheck aria-hidden />}>
            {words.steps(certificate.maxSteps)}
          </Badge>
        </button>
      </Tooltip>
      {problems.length > 0 && (
        <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
          {words.problemCount(problems.length)}
        </Badge>
      )}
    </>
  );
}

function Proof({ cycles }: { cycles: readonly { nodes: string[]; boundedBy: string[] }[] }) {
  return (
    <>
      <p>{words.stepsHint}</p>
      {cycles.length > 0 && <p className="mt-1 font-medium">{words.cycles}</p>}
      {cycles.slice(0, 6).map((cycle) => (
        <p key={cycle.nodes.join()}>
          {cycle.nodes.join(', ')}: {cycle.boundedBy.join(', ')}
        </p>
      ))}
    </>
  );
}
