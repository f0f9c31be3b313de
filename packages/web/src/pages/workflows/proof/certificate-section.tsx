import type { Certificate } from '@cadence-agents/workflow';
import { CircleAlert, ShieldCheck } from 'lucide-react';
import { proofTexts as words } from './proof-texts.ts';
import { Section } from './section.tsx';

/** What the checker certifies as somebody types. */
export function CertificateSection({ certificate }: { certificate: Certificate | undefined }) {
  return (
    <Section title={words.certificate}>
      {certificate === undefined && <p className="text-xs text-muted">{words.noCertificate}</p>}
      {certificate?.bounded === false && (
        <p className="flex items-start gap-2 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {words.unbounded} {certificate.cycle.join(' → ')}
        </p>
      )}
      {certificate?.bounded === true && (
        <>
          <p className="flex items-start gap-2 text-sm text-success">
            <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
            {words.bounded(certificate.maxSteps)}
          </p>
          <p className="text-xs text-muted">
            {certificate.cycles.length === 0 ? words.noLoops : words.loops}
          </p>
          {certificate.cycles.length > 0 && (
            <ul className="flex flex-col gap-0.5 text-xs">
              {certificate.cycles.map(({ nodes, boundedBy }) => (
                <li key={nodes.join()}>
                  {nodes.join(', ')}: {boundedBy.join(', ')}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Section>
  );
}
