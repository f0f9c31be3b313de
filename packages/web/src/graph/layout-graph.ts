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

/** Where everything goes. Worked out in a worker, so that the page stays responsive. */
export async function layoutGraph(model: GraphModel, direction: Direction): Promise<GraphLayout> {
  elk ??= new ELK({ workerFactory: () => new Worker(workerUrl) });
  return readLayout(await elk.layout(asElkGraph(model, direction)));
}

function asElkGraph(model: GraphModel, direction: Direction): ElkNode {
  return {
    id: 'graph',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': direction,
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.spacing.nodeNode': '28',
      'elk.spacing.edgeNode': '18',
      'elk.spacing.edgeEdge': '12',
      'elk.spacing.edgeLabel': '4',
      'elk.layered.spacing.nodeNodeBetweenLayers': '44',
      'elk.layered.spacing.edgeNodeBetweenLayers': '18',
      'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
      'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
      'elk.layered.feedbackEdges': 'true',
      ...(isSmall(model) ? thorough : swift),
    },
    children: model.nodes.map((node) => ({ id: node.key, ...nodeSize(node) })),
    edges: model.edges.map((edge) => {
      const size = labelSize(edge.parts);
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
