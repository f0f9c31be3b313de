import type { Node, NodeProps } from '@xyflow/react';
import { ChevronsDownUp, ChevronsUpDown, CircleAlert, Play, TriangleAlert } from 'lucide-react';
import { memo, use } from 'react';
import { cx } from '../components/cx.ts';
import { texts } from '../texts.ts';
import { GraphContext } from './graph-context.ts';
import type { GraphNode } from './graph-model.ts';
import { kindLook } from './kind-look.ts';
import { NodeHandles } from './node-handles.tsx';
import { NodeMarks } from './node-marks.tsx';
import type { NodeState } from './node-state.ts';
import { StateMark } from './state-mark.tsx';

export type StepNodeType = Node<
  {
    node: GraphNode;
    name: string;
    /** It stands in a group, and lines lead to that. */
    isCell: boolean;
    state: NodeState;
    visits: number;
    tool: string | undefined;
  },
  'step'
>;

/** Around what is selected. Not an outline, which would lie over the marks. */
const rim = 'before:pointer-events-none before:absolute before:-inset-1 before:border-2 before:border-accent';

/** A node of the workflow: its kind by icon, colour and words; what the run does there by ring, mark and words. */
export const StepNode = memo(function StepNode({ data, selected, width, height }: NodeProps<StepNodeType>) {
  const { node, name, isCell, state, visits, tool } = data;
  const scene = use(GraphContext);
  const selection = { type: 'node', index: node.index } as const;
  const isSmall = isCell || node.isQuiet;
  const { Icon, colour } =
    node.type === 'missing' ? { Icon: CircleAlert, colour: 'var(--danger)' } : kindLook(node.kind);
  return (
    <div
      data-state={state}
      data-testid={`node-${node.name}`}
      style={{ '--kind': colour, '--box-width': `${width}px`, '--box-height': `${height}px` }}
      className={cx(
        'graph-node flex h-full w-full items-center border bg-surface transition-shadow',
        isCell && 'is-cell',
        isCell ? 'gap-1 px-1' : isSmall ? 'gap-1.5 px-1.5' : 'gap-2.5 px-2.5 shadow-card',
        node.isQuiet ? 'rounded-full text-muted' : isCell ? 'rounded-lg' : 'rounded-xl',
        node.type === 'missing' && 'border-dashed border-danger',
        selected &&
          cx(rim, node.isQuiet ? 'before:rounded-full' : isCell ? 'before:rounded-xl' : 'before:rounded-2xl'),
      )}
    >
      <span
        className={cx(
          'graph-node-icon grid shrink-0 place-items-center',
          isSmall ? 'size-6 rounded-md' : 'size-9 rounded-lg',
          node.isQuiet && 'rounded-full',
        )}
      >
        <Icon aria-hidden className={isSmall ? 'size-3.5' : 'size-4.5'} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="graph-name block truncate font-semibold" title={node.name}>
          {name}
        </span>
        {!isSmall && <Kind node={node} />}
      </span>
      <StateMark state={state} visits={visits} tool={tool} />
      {node.fold && <FoldButton node={node} />}
      <ProblemMark problems={node.index >= 0 ? scene.problemsOf(selection) : []} />
      <NodeMarks name={node.name} />
      {!isCell && <NodeHandles />}
    </div>
  );
});

function Kind({ node }: { node: GraphNode }) {
  const kind = node.type === 'missing' ? texts.graph.missing : (node.kind?.title ?? node.nodeType);
  return (
    <span
      className="graph-kind flex items-center gap-1 text-muted"
      title={node.fold === 'folded' ? texts.graph.withTools(kind) : kind}
    >
      {node.isEntry && <Play aria-label={texts.graph.entry} className="size-2.5 shrink-0 fill-current" />}
      <span className="truncate">{kind}</span>
    </span>
  );
}

function FoldButton({ node }: { node: GraphNode }) {
  const { onToggle } = use(GraphContext);
  const Icon = node.fold === 'folded' ? ChevronsUpDown : ChevronsDownUp;
  const label = node.fold === 'folded' ? texts.graph.open(node.name) : texts.graph.foldUp(node.name);
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={node.fold === 'open'}
      onClick={(event) => {
        event.stopPropagation();
        onToggle?.(node.key);
      }}
      className="graph-fold nodrag nopan grid size-6 shrink-0 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink"
    >
      <Icon aria-hidden className="size-3.5" />
    </button>
  );
}

function ProblemMark({ problems }: { problems: readonly { severity: string; message: string }[] }) {
  const [first] = problems;
  if (first === undefined) return null;
  const isError = problems.some((problem) => problem.severity === 'error');
  const Icon = isError ? CircleAlert : TriangleAlert;
  return (
    <span
      role="img"
      aria-label={texts.graph.problems(problems.length)}
      title={problems.map((problem) => problem.message).join('\n')}
      className={cx(
        'absolute -top-2 -right-2 z-10 grid size-5 place-items-center rounded-full shadow-card',
        isError ? 'bg-danger text-on-danger' : 'bg-warning-soft text-warning',
      )}
    >
      <Icon aria-hidden className="size-3.5" />
    </span>
  );
}
