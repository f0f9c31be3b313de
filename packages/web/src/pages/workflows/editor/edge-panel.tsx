import { END_LABEL } from '@cadence-agents/contracts';
import { Spline, Trash2 } from 'lucide-react';
import { useKinds } from '../../../api/kinds.ts';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import { TextInput } from '../../../components/text-input.tsx';
import { removeRoute, renameRoute, retargetRoute } from '../../../document/edit-routes.ts';
import { setEdgeLabel } from '../../../document/edit-workflow.ts';
import { possibleLabels } from '../../../document/next-edge-label.ts';
import { texts } from '../../../texts.ts';
import type { Editing } from './editing.ts';
import { problemAt } from './forms/problem-at.ts';
import { Panel } from './panel.tsx';
import { PanelProblems } from './panel-problems.tsx';

const words = texts.workflows.editor;

export function EdgePanel({ index, editing }: { index: number; editing: Editing }) {
  const { text, draft, edit, focus, readOnly } = editing;
  const kinds = useKinds();
  const edge = draft.edges[index];
  if (edge === undefined) return null;
  const source = draft.nodes.find((node) => node.id === edge.sourceNodeId);
  const target = draft.nodes.findIndex((node) => node.id === edge.targetNodeId);
  const suggestions = source ? [...possibleLabels(source, kinds), END_LABEL] : [];
  const targets = [
    ...draft.nodes.map((node, i) => ({ value: `${i}`, label: node.nodeName ?? node.id ?? '' })),
    { value: 'end', label: texts.graph.end },
  ];
  const from = source?.nodeName ?? edge.sourceNodeId ?? '';
  return (
    <Panel title={words.edgeFrom(from)} icon={<Spline aria-hidden />} onClose={() => focus(undefined)}>
      <PanelProblems selection={{ type: 'edge', index }} editing={editing} />
      <fieldset disabled={readOnly} className="flex flex-col gap-3">
        <Field label={words.edgeTo}>
          {({ id }) => (
            <Select
              id={id}
              label={words.edgeTo}
              value={edge.targetNodeId === null ? 'end' : target < 0 ? undefined : `${target}`}
              placeholder={edge.targetNodeId ?? words.connectTo}
              options={targets}
              disabled={readOnly}
              onChange={(to) => edit(retargetRoute(text, index, to === 'end' ? null : Number(to)))}
            />
          )}
        </Field>
        <Field label={words.condition}>
          {({ id }) => (
            <Select
              id={id}
              label={words.condition}
              value={edge.label === null ? 'ALWAYS' : 'CONDITIONAL'}
              options={words.conditions}
              disabled={readOnly}
              onChange={(type) =>
                edit(setEdgeLabel(text, index, type === 'ALWAYS' ? null : (suggestions[0] ?? '')))
              }
            />
          )}
        </Field>
        {edge.label !== null && (
          <TextInput
            label={words.label}
            value={edge.label}
            suggestions={suggestions}
            problem={problemAt(editing.problems, ['edges', index, 'conditionValue'])}
            onCommit={(label) => edit(renameRoute(text, index, label))}
          />
        )}
        <Button
          size="sm"
          className="self-start"
          icon={<Trash2 aria-hidden />}
          onClick={() => {
            edit(removeRoute(text, index));
            focus(undefined);
          }}
        >
          {texts.common.delete}
        </Button>
      </fieldset>
    </Panel>
  );
}
