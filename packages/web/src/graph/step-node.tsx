import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { Check, CircleAlert, CircleOff, Play, TriangleAlert, UserRoundPen } from 'lucide-react';
import { memo, use } from 'react';
import { cx } from '../components/cx.ts';
import { sameSelection } from '../document/selection.ts';
import { texts } from '../texts.ts';
import { GraphContext } from './graph-context.ts';
import type { GraphNode } from './graph-model.ts';
import { kindLook } from './kind-look.ts';

export type NodeState = 'idle' | 'active' | 'visited' | 'failed' | 'asking' | 'stopped';

export type StepNodeType = Node<{ node: GraphNode; state: NodeState; visits: number }, 'step'>;

/** A node of the workflow: its kind by icon, colour and words; what the run does there by ring, mark and words. */
export const StepNode = memo(function StepNode({ data }: NodeProps<StepNodeType>) {
  const { node, state, visits } = data;
  const scene = use(GraphContext);
  const selection = { type: 'node', index: node.index } as const;
  const isSelected = node.index >= 0 && sameSelection(scene.selected, selection);
  const { Icon, colour } =
    node.type === 'missing' ? { Icon: CircleAlert, colour: 'var(--danger)' } : kindLook(node.kind);
  return (
    <div
      data-state={state}
      data-testid={`node-${node.name}`}
      style={{ '--kind': colour }}
      className={cx(
        'graph-node flex h-full w-full items-center gap-2.5 rounded-xl border bg-surface px-2.5 shadow-card transition-shadow',
        node.type === 'missing' && 'border-dashed border-danger',
        isSelected && 'outline-2 outline-offset-2 outline-accent',
      )}
    >
      <span className="graph-node-icon grid size-9 shrink-0 place-items-center rounded-lg">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-semibold" title={node.name}>
          {node.name}
        </span>
        <span className="flex items-center gap-1 truncate text-2xs text-muted">
          {node.isEntry && <Play aria-label={texts.graph.entry} className="size-2.5 shrink-0 fill-current" />}
          {node.type === 'missing' ? texts.graph.missing : (node.kind?.title ?? node.nodeType)}
        </span>
      </span>
      <StateMark state={state} visits={visits} />
      <ProblemMark problems={node.index >= 0 ? scene.problemsOf(selection) : []} />
      <Handles direction={scene.direction} canConnect={scene.canConnect} />
    </div>
  );
});

function Handles({ direction, canConnect }: { direction: 'RIGHT' | 'DOWN'; canConnect: boolean }) {
  const isRight = direction === 'RIGHT';
  return (
    <>
      <Handle
        type="target"
        position={isRight ? Position.Left : Position.Top}
        isConnectableStart={false}
        isConnectable={canConnect}
        className={canConnect ? 'graph-handle graph-handle-target' : 'opacity-0!'}
      />
      <Handle
        type="source"
        position={isRight ? Position.Right : Position.Bottom}
        isConnectable={canConnect}
        className={canConnect ? 'graph-handle graph-handle-source' : 'opacity-0!'}
      />
    </>
  );
}

function StateMark({ state, visits }: { state: NodeState; visits: number }) {
  if (state === 'idle') return null;
  const words = texts.graph.states[state];
  return (
    <span
      className={cx(
        'absolute -top-2.5 right-3 inline-flex h-5 items-center gap-0.5 rounded-full border border-surface px-1.5 text-2xs font-semibold tabular-nums',
        state === 'active' && 'bg-accent-soft text-accent-ink',
        state === 'visited' && 'bg-success-soft text-success',
        state === 'failed' && 'bg-danger-soft text-danger',
        state === 'asking' && 'bg-warning-soft text-warning',
        state === 'stopped' && 'bg-sunken text-muted',
      )}
      title={words}
    >
      {state === 'active' && <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-current" />}
      {state === 'visited' && <Check aria-hidden className="size-3" />}
      {state === 'failed' && <CircleAlert aria-hidden className="size-3" />}
      {state === 'stopped' && <CircleOff aria-hidden className="size-3" />}
      {state === 'asking' && <UserRoundPen aria-hidden className="size-3" />}
      <span className="sr-only">{words}</span>
      {visits > 1 && <span>×{visits}</span>}
    </span>
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
        'absolute -top-2 -right-2 grid size-5 place-items-center rounded-full shadow-card',
        isError ? 'bg-danger text-on-danger' : 'bg-warning-soft text-warning',
      )}
    >
      <Icon aria-hidden className="size-3.5" />
    </span>
  );
}
