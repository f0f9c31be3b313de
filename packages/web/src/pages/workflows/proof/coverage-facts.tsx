import type { CoverageReport } from '@cadence-agents/contracts';
import { texts } from '../../../texts.ts';

const { parts } = texts.workflows.editor.coverage;

/** How much of a workflow was come by. */
export const CoverageFacts = ({ coverage: { percent } }: { coverage: CoverageReport }) =>
  (['nodes', 'edges', 'labels', 'limits'] as const).map((part) => (
    <Fact key={part} name={parts[part]} value={`${percent[part]} %`} />
  ));

export const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </>
);
