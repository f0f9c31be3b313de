import type { SimulationReport, Witness } from '@cadence-agents/contracts';
import { useMutation } from '@tanstack/react-query';
import { Play, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { proofTexts as words } from './proof-texts.ts';
import { Section } from './section.tsx';
import { WitnessPlayer } from './witness-player.tsx';

/** Every route of the draft: what can be reached, how runs end, and whether its policies hold. */
export function SimulationSection({ document, canRun }: { document: unknown; canRun: boolean }) {
  const simulate = useMutation({
    mutationFn: async (definition: unknown) => ({
      definition,
      report: await client.simulateDefinition({ body: definition }),
    }),
  });
  const [witness, setWitness] = useState<Witness>();
  const { data, error, isPending } = simulate;
  return (
    <Section title={words.simulation} hint={words.simulationHint}>
      <Button
        size="sm"
        className="self-start"
        icon={<Waypoints aria-hidden />}
        busy={isPending}
        disabled={!canRun}
        onClick={() => {
          setWitness(undefined);
          simulate.mutate(document);
        }}
      >
        {words.simulate}
      </Button>
      {!canRun && <p className="text-xs text-muted">{words.fix}</p>}
      {error && <ErrorState error={error} />}
      {witness && <WitnessPlayer key={witness.id} witness={witness} onClose={() => setWitness(undefined)} />}
      {data && data.definition !== document && <p className="text-xs text-warning">{words.stale}</p>}
      {data && <Found report={data.report} onPlay={setWitness} />}
    </Section>
  );
}

interface FoundProps {
  report: SimulationReport;
  onPlay: (witness: Witness) => void;
}

function Found({ report, onPlay }: FoundProps) {
  const { positions, certainty, nodes, edges, ends, policies, witnesses } = report;
  const away = [
    ...nodes.flatMap(({ name, reachable }) => (reachable ? [] : [name])),
    ...edges.flatMap(({ from, to, reachable }) => (reachable ? [] : [`${from} → ${to ?? 'end'}`])),
  ];
  const playable = (id: string | null, what: string) => {
    const witness = id === null ? undefined : witnesses[id];
    return witness && <PlayButton what={what} onPlay={() => onPlay(witness)} />;
  };
  return (
    <div className="flex flex-col gap-3 text-xs">
      <p role="status">
        {words.positions(positions)} {words[certainty]}{' '}
        {words.reached(edges.filter(({ witness }) => witness !== null).length, edges.length)}
      </p>
      <p className={away.length > 0 ? 'text-warning' : 'text-success'}>
        {away.length > 0 ? `${words.unreachable} ${away.join(', ')}.` : words.allReachable}
      </p>
      <h3 className="font-medium">{words.ends}</h3>
      <ul aria-label={words.ends} className="flex flex-col divide-y rounded-lg border">
        {ends.map((end) => (
          <li key={end.witness + words.endsAt(end)} className="flex items-center gap-2 px-2 py-1">
            <span className="min-w-0 flex-1 break-words">
              {words.endsAt(end)} <span className="text-faint">{words.visits(end.visits)}</span>
            </span>
            {end.withoutAnswer && <Badge tone="warning">{words.withoutAnswer}</Badge>}
            {playable(end.witness, words.endsAt(end))}
          </li>
        ))}
      </ul>
      <h3 className="font-medium">{words.policies}</h3>
      {policies.length === 0 && <p className="text-muted">{words.noPolicies}</p>}
      {policies.length > 0 && (
        <ul aria-label={words.policies} className="flex flex-col divide-y rounded-lg border">
          {policies.map(({ policy, holds, witness }) => (
            <li key={JSON.stringify(policy)} className="flex items-center gap-2 px-2 py-1">
              <span className="min-w-0 flex-1 break-words">{policy.name ?? policy.rule}</span>
              <Badge tone={holds ? 'success' : 'danger'}>{holds ? words.holds : words.broken}</Badge>
              {playable(witness, policy.name ?? policy.rule)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const PlayButton = ({ what, onPlay }: { what: string; onPlay: () => void }) => (
  <IconButton size="sm" label={words.play(what)} icon={<Play aria-hidden />} onClick={onPlay} />
);
