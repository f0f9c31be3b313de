import { useQuery } from '@tanstack/react-query';
import { workflowList } from '../../../api/workflows.ts';
import type { TriedDraft } from '../try/tried-draft.ts';
import { CertificateSection } from './certificate-section.tsx';
import { GateSection } from './gate-section.tsx';
import { proofTexts as words } from './proof-texts.ts';
import { ReplaySection } from './replay-section.tsx';
import { SimulationSection } from './simulation-section.tsx';
import { TestsSection } from './tests-section.tsx';
import { TrafficSection } from './traffic-section.tsx';

/** What is sure of the draft, and by what: proof, every route, recorded runs, and what runs cost. */
export default function ProofPanel({ id, tried }: { id: string; tried: TriedDraft }) {
  const { isJson, problems, document, certificate } = tried;
  const { data: workflows } = useQuery(workflowList);
  const listed = workflows?.find((workflow) => workflow.id === id);
  const isPublished = listed !== undefined && (listed.from === 'built in' || listed.version !== null);
  // Whether policies can be broken is what is asked here.
  const canRun =
    isJson && problems.every(({ severity, code }) => severity !== 'error' || code === 'POLICY_BROKEN');
  return (
    <section aria-label={words.title} className="flex flex-col divide-y">
      <CertificateSection certificate={certificate} />
      <SimulationSection document={document} canRun={canRun} />
      <ReplaySection id={id} document={document} canRun={canRun} />
      <GateSection id={id} />
      <TestsSection document={document} canRun={canRun} />
      <TrafficSection id={id} isPublished={isPublished} />
    </section>
  );
}
