import { cx } from '../components/cx.ts';
import { texts } from '../texts.ts';
import type { EdgeTraffic, PartTraffic } from './edge-traffic.ts';

const NARROW = 1.4;
const WIDE = 7;

/** How much went over a line, by its width; dashed where nothing did. Says the numbers when it is pointed at. */
export function TrafficLine({ path, traffic }: { path: string; traffic: EdgeTraffic }) {
  const isNever = traffic.times === 0;
  // By the root, so that a tenth of the traffic can be told from none.
  const width = isNever ? NARROW : NARROW + (WIDE - NARROW) * Math.sqrt(traffic.share);
  return (
    <g data-traffic={traffic.times}>
      <path
        d={path}
        className={cx('graph-traffic', isNever && 'is-never')}
        style={{ strokeWidth: width.toFixed(2) }}
      />
      <path d={path} className="graph-traffic-reach">
        <title>{traffic.parts.map(told).join('\n')}</title>
      </path>
    </g>
  );
}

function told({ label, times, runs, reachable, cost, p95Ms }: PartTraffic): string {
  const words = texts.graph.traffic;
  const what = times === 0 ? (reachable ? words.never : words.unreachable) : words.taken(times, runs);
  return [label, what, cost !== null && words.cost(cost), p95Ms !== null && words.p95(p95Ms)]
    .filter((word) => typeof word === 'string')
    .join(' · ');
}
