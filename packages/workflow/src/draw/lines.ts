import { END_LABEL } from '@cadence-agents/contracts';
import type { Drawing, DrawnEdge } from './drawing.ts';

/** An edge, or two edges that run back and forth, as one line of a picture. */
export interface Line {
  key: string;
  edge: DrawnEdge;
  twoWay: boolean;
  /** What is written on it. */
  words: string;
  /** What it says when pointed at. */
  title: string;
}

/**
 * A label that only repeats the name of the node it leads to is not written on the line, and two such edges back and
 * forth become one line: a mesh of agents stays readable that way.
 */
export function linesOf({ nodes, edges }: Drawing): Line[] {
  const names = new Map(nodes.map((node) => [node.key, node.name]));
  const nameOf = (key: string | null) => (key === null ? END_LABEL : (names.get(key) ?? key));
  const isPlain = ({ style, labels, to }: DrawnEdge) =>
    style === 'label' && labels.every((label) => label === nameOf(to));
  const plain = new Set(edges.filter(isPlain).map(({ from, to }) => `${from} ${to}`));

  const badges = endBadges(edges);
  const drawn = new Set<string>();
  return edges.flatMap((edge, i): Line[] => {
    if (edge.to === null && badges.has(edge.from)) return [];
    const { from, to } = edge;
    const way = `${nameOf(from)} → ${nameOf(to)}`;
    if (!isPlain(edge)) {
      const words = edge.labels.join(' / ');
      const when = edge.style === 'caller' ? 'back to the caller' : words || 'always';
      return [
        {
          key: `e${i}`,
          edge,
          twoWay: false,
          words,
          title: `${way}: ${when}`,
        },
      ];
    }
    const twoWay = from !== to && plain.has(`${to} ${from}`);
    if (twoWay && drawn.has(`${to} ${from}`)) return [];
    drawn.add(`${from} ${to}`);
    return [
      { key: `e${i}`, edge, twoWay, words: '', title: twoWay ? `${nameOf(from)} ⇄ ${nameOf(to)}` : way },
    ];
  });
}

/**
 * Keys of nodes which may end the run among other things: they carry a badge instead of a line to the end, since in a
 * conversation nearly all of them do.
 */
export function endBadges(edges: readonly DrawnEdge[]): Set<string> {
  const goesOn = new Set(edges.filter((edge) => edge.to !== null).map((edge) => edge.from));
  const mayEnd = edges.filter((edge) => edge.to === null && edge.style === 'label' && goesOn.has(edge.from));
  return new Set(mayEnd.map((edge) => edge.from));
}
