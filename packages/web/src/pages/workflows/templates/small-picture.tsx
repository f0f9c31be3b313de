import type { WorkflowDefinition } from '@cadence-agents/contracts';
import { builtInKinds } from '@cadence-agents/workflow';
import { kindLook } from '../../../graph/kind-look.ts';

const WIDTH = 96;
const HEIGHT = 44;
const DOT = 5;

/** The shape of a workflow, small: a dot for each node by its kind, from the entry on. */
export function SmallPicture({ definition }: { definition: WorkflowDefinition }) {
  const places = placesOf(definition);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className="shrink-0 rounded-md bg-sunken"
    >
      {definition.edges.map(({ id, sourceNodeId, targetNodeId }) => {
        const [from, to] = [places.get(sourceNodeId), places.get(targetNodeId ?? '')];
        if (!from || !to) return null;
        // One that leads back goes below.
        const bend = to.x <= from.x ? HEIGHT / 2 : 0;
        const middle = { x: (from.x + to.x) / 2, y: Math.min((from.y + to.y) / 2 + bend, HEIGHT - 3) };
        return (
          <path
            key={id}
            d={`M${from.x} ${from.y}Q${middle.x} ${middle.y} ${to.x} ${to.y}`}
            fill="none"
            stroke="var(--line-strong)"
          />
        );
      })}
      {definition.nodes.map(({ id, nodeType }) => {
        const { x, y } = places.get(id) ?? { x: 0, y: 0 };
        return <circle key={id} cx={x} cy={y} r={DOT} fill={kindLook(builtInKinds.find(nodeType)).colour} />;
      })}
    </svg>
  );
}

/** By columns: how many edges a node is away from the entry. */
function placesOf({ entrypointNodeId, nodes, edges }: WorkflowDefinition) {
  const column = new Map([[entrypointNodeId, 0]]);
  for (const [id, at] of column) {
    for (const { sourceNodeId, targetNodeId } of edges)
      if (sourceNodeId === id && targetNodeId && !column.has(targetNodeId)) column.set(targetNodeId, at + 1);
  }
  const columns = Map.groupBy(nodes, ({ id }) => column.get(id) ?? 0);
  const last = Math.max(...columns.keys());
  const places = new Map<string, { x: number; y: number }>();
  for (const [at, inColumn] of columns) {
    for (const [index, { id }] of inColumn.entries())
      places.set(id, {
        x: last === 0 ? WIDTH / 2 : 10 + (at * (WIDTH - 20)) / last,
        y: ((index + 1) * HEIGHT) / (inColumn.length + 1),
      });
  }
  return places;
}
