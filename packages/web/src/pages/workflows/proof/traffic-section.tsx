import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { costsOf, coverageOf } from '../../../graph/use-traffic.ts';
import { texts } from '../../../texts.ts';
import { formatCost, formatMs } from '../../usage/usage-formats.ts';
import { CoverageFacts, Fact } from './coverage-facts.tsx';
import { proofTexts as words } from './proof-texts.ts';
import { Section } from './section.tsx';

const coverageWords = texts.workflows.editor.coverage;

/** What runs came by, and what one costs: as they were, and at the worst. */
export function TrafficSection({ id, isPublished }: { id: string; isPublished: boolean }) {
  const { data: coverage } = useQuery({ ...coverageOf(id), enabled: isPublished });
  const { data: costs } = useQuery({ ...costsOf(id), enabled: isPublished });
  const facts = coverage && costs;
  return (
    <Section title={words.traffic} hint={isPublished ? words.trafficHint : words.noTraffic}>
      {isPublished && !facts && <SkeletonRows rows={2} />}
      {facts && (
        <>
          <p className="text-xs">
            {coverage.runs === 0 ? coverageWords.noRuns : coverageWords.runsOf(coverage.runs)}{' '}
            <Link to="/runs" search={{ workflowId: id }} className="text-accent-ink underline">
              {texts.runs.title}
            </Link>
          </p>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
            <CoverageFacts coverage={coverage} />
            <Fact
              name={words.average}
              value={[
                words.tokens(costs.expected.tokens),
                formatCost(costs.expected.cost),
                formatMs(costs.expected.p50Ms),
              ].join(' · ')}
            />
            <Fact
              name={words.worst}
              value={[
                words.steps(costs.worst.steps),
                words.tokens(costs.worst.tokens),
                formatCost(costs.worst.cost),
              ].join(' · ')}
            />
          </dl>
        </>
      )}
    </Section>
  );
}
