import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { GraphModel } from './graph-model.ts';
import { labelSize, nodeSize } from './node-size.ts';
import { type GraphLayout, readLayout } from './read-layout.ts';

export type Direction = 'RIGHT' | 'DOWN';

// The thorough options cost with the edges: measured, a dense graph of 200 nodes took 0.7 s with the swift ones and
// 14 to 26 s with the thorough ones, one of 60 nodes 0.4 and 2 to 9 s.
const FEW = 40;

/** Whether it is cheap to lay out thoroughly. */
export const isSmall = ({ nodes, edges }: GraphModel) => nodes.length <= FEW && edges.length <= FEW;

const swift = {
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.crossingMinimization.greedySwitch.type': 'OFF',
  'elk.layered.thoroughness': '1',
};
const thorough = {
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  // Small edits move little: what stands first in the document stays first in the picture.
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
};

let elk: InstanceType<typeof ELK> | undefined;

const KEPT = 30;
const known = new Map<string, Promise<GraphLayout>>();

/**
 * Where everything goes. Worked out in a worker, so that the page stays responsive, and kept: another version of a
 * workflow often has the same picture, and a run that pins it need not wait for it.
 */
export function layoutGraph(model: GraphModel, direction: Direction): Promise<GraphLayout> {
  const graph = asElkGraph(model, direction);
  const key = JSON.stringify(graph);
  const layout = known.get(key) ?? workOut(graph);
  known.delete(key);
  known.set(key, layout);
  layout.catch(() => known.delete(key));
  for (const oldest of known.keys()) if (known.size > KEPT) known.delete(oldest);
  return layout;
}

async function workOut(graph: ElkNode): Promise<GraphLayout> {
  elk ??= new ELK({ workerFactory: () => new Worker(workerUrl) });
  return readLayout(await elk.layout(graph));
}

function asElkGraph(model: GraphModel, direction: Direction): ElkNode {
  return {
    id: 'graph',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': direction,
      'elk.edgeRouting': 'ORTHOGONAL',
      // The mark of a node stands out above it.
      'elk.padding': '[top=14,left=6,bottom=6,right=6]',
      'elk.spacing.nodeNode': '22',
      'elk.spacing.edgeNode': '14',
      'elk.spacing.edgeEdge': '12',
      'elk.spacing.edgeLabel': '4',
      'elk.layered.spacing.nodeNodeBetweenLayers': '36',
      'elk.layered.spacing.edgeNodeBetweenLayers': '18',
      'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
      'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
      'elk.layered.feedbackEdges': 'true',
      ...(isSmall(model) ? thorough : swift),
    },
    children: model.nodes.map((node) => ({ id: node.key, ...nodeSize(node) })),
    edges: model.edges.map((edge) => {
      const size = labelSize(edge.labelled);
      const labels = size && [
        {
          text: ' ',
          ...size,
          layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
        },
      ];
      return { id: edge.key, sources: [edge.source], targets: [edge.target], ...(labels && { labels }) };
    }),
  };
}
