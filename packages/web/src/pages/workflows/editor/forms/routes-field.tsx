import { END_LABEL } from '@cadence-agents/contracts';
import { ArrowRight, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useKinds } from '../../../../api/kinds.ts';
import { cx } from '../../../../components/cx.ts';
import { inputClasses } from '../../../../components/field.tsx';
import { IconButton } from '../../../../components/icon-button.tsx';
import { Select, type SelectOption } from '../../../../components/select.tsx';
import { addRoute, removeRoute, renameRoute, retargetRoute } from '../../../../document/edit-routes.ts';
import { addEdge } from '../../../../document/edit-workflow.ts';
import { possibleLabels } from '../../../../document/next-edge-label.ts';
import type { Draft, DraftEdge } from '../../../../document/read-draft.ts';
import { texts } from '../../../../texts.ts';
import type { Editing } from '../editing.ts';
import { formTexts } from './form-texts.ts';

const words = formTexts.routes;
const END = 'end';

/** The labels of a node as chips, each of them an edge: where it leads is chosen here. */
export function RoutesField({ index, editing }: { index: number; editing: Editing }) {
  const { text, draft, edit, readOnly } = editing;
  const kinds = useKinds();
  const node = draft.nodes[index];
  if (node === undefined) return null;
  const routes = draft.edges.flatMap((edge, at) => (edge.sourceNodeId === node.id ? [{ edge, at }] : []));
  const served = new Set(routes.map(({ edge }) => edge.label));
  const unserved = served.has(null) ? [] : possibleLabels(node, kinds).filter((label) => !served.has(label));
  const targets = targetsOf(draft);
  const serve = (label: string, to: string) => edit(addRoute(text, { from: index, label, to: placeOf(to) }));
  const add = (label: string, to: string) => {
    if (label !== '') return serve(label, to);
    edit(addEdge(text, index, placeOf(to), kinds));
  };
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-xs font-medium text-muted">{words.title}</legend>
      {routes.length === 0 && unserved.length === 0 && <p className="text-xs text-faint">{words.none}</p>}
      <ul className="flex flex-col gap-1.5">
        {routes.map(({ edge, at }) => (
          <RouteChip key={edge.id ?? at} {...{ edge, at, targets, editing }} />
        ))}
        {unserved.map((label) => (
          <li key={label} className="flex items-center gap-1.5">
            <span className="w-28 shrink-0 truncate rounded-full border border-dashed px-2.5 py-1 text-xs text-muted">
              {label}
            </span>
            <ArrowRight aria-hidden className="size-3.5 shrink-0 text-faint" />
            <Select
              label={words.unserved(label)}
              value={undefined}
              placeholder={texts.workflows.editor.connectTo}
              options={targets.filter(({ value }) => value !== END || label === END_LABEL)}
              disabled={readOnly}
              onChange={(to) => serve(label, to)}
            />
          </li>
        ))}
      </ul>
      {!readOnly && <NewRoute key={routes.length} targets={targets} onAdd={add} />}
    </fieldset>
  );
}

interface RouteChipProps {
  edge: DraftEdge;
  at: number;
  targets: readonly SelectOption[];
  editing: Editing;
}

function RouteChip({ edge, at, targets, editing }: RouteChipProps) {
  const { text, draft, edit, focus, readOnly, problems } = editing;
  const name = edge.label ?? words.always;
  const isWrong = problems.some(({ selection }) => selection?.type === 'edge' && selection.index === at);
  const target = draft.nodes.findIndex(({ id }) => id === edge.targetNodeId);
  return (
    <li className="flex items-center gap-1.5">
      {edge.label === null || edge.label === END_LABEL ? (
        <button
          type="button"
          aria-label={words.open(name)}
          onClick={() => focus({ type: 'edge', index: at })}
          className={cx(chip, 'bg-sunken text-left text-muted')}
        >
          {name}
        </button>
      ) : (
        <LabelInput
          label={words.labelOf(name)}
          value={edge.label}
          isWrong={isWrong}
          disabled={readOnly}
          onCommit={(label) => edit(renameRoute(text, at, label))}
        />
      )}
      <ArrowRight aria-hidden className="size-3.5 shrink-0 text-faint" />
      <Select
        label={words.targetOf(name)}
        value={edge.targetNodeId === null ? END : target < 0 ? undefined : `${target}`}
        placeholder={edge.targetNodeId ?? ''}
        options={targets}
        disabled={readOnly}
        onChange={(to) => edit(retargetRoute(text, at, placeOf(to)))}
      />
      {!readOnly && (
        <IconButton
          size="sm"
          label={words.remove(name)}
          icon={<X aria-hidden />}
          onClick={() => edit(removeRoute(text, at))}
        />
      )}
    </li>
  );
}

const chip = 'w-28 shrink-0 truncate rounded-full border px-2.5 py-1 text-xs';

interface LabelInputProps {
  label: string;
  value: string;
  isWrong: boolean;
  disabled: boolean;
  onCommit: (label: string) => void;
}

function LabelInput({ label, value, isWrong, disabled, onCommit }: LabelInputProps) {
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    const next = typed?.trim() ?? '';
    if (next !== '' && next !== value) onCommit(next);
    setTyped(undefined);
  };
  return (
    <input
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={typed ?? value}
      disabled={disabled}
      maxLength={200}
      className={cx(chip, 'bg-accent-soft text-accent-ink aria-invalid:border-danger')}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

/** A label and where it leads; choosing the target adds it. */
function NewRoute({
  targets,
  onAdd,
}: {
  targets: readonly SelectOption[];
  onAdd: (label: string, to: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const label = typed.trim();
  return (
    <div className="flex flex-col gap-1 border-t pt-2">
      <div className="flex items-center gap-1.5">
        <div className="w-28 shrink-0">
          <input
            aria-label={words.newLabel}
            placeholder={words.newLabel}
            value={typed}
            maxLength={200}
            className={cx(inputClasses, 'h-8')}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Plus aria-hidden className="size-3.5 shrink-0 text-faint" />
        <Select
          label={texts.workflows.editor.connect}
          value={undefined}
          placeholder={texts.workflows.editor.connectTo}
          options={targets}
          onChange={(to) => onAdd(label, to)}
        />
      </div>
      <p className="text-xs text-faint">{words.newLabelHint}</p>
    </div>
  );
}

const targetsOf = ({ nodes }: Draft): SelectOption[] => [
  ...nodes.map((node, i) => ({ value: `${i}`, label: node.nodeName ?? node.id ?? '' })),
  { value: END, label: texts.graph.end },
];

const placeOf = (value: string) => (value === END ? null : Number(value));
