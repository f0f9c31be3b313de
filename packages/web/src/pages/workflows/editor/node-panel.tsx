import { ArrowRight, Play, Trash2 } from 'lucide-react';
import { useKinds } from '../../../api/kinds.ts';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import { addEdge, removeNode, setEntry, setNodeField, setNodeKind } from '../../../document/edit-workflow.ts';
import { kindLook } from '../../../graph/kind-look.ts';
import { texts } from '../../../texts.ts';
import { AgentField } from './agent-field.tsx';
import { ConfigField } from './config-field.tsx';
import type { Editing } from './editing.ts';
import { Panel } from './panel.tsx';
import { PanelProblems } from './panel-problems.tsx';
import { TextInput } from './text-input.tsx';

const words = texts.workflows.editor;

export function NodePanel({ index, editing }: { index: number; editing: Editing }) {
  const { text, draft, edit, focus, readOnly } = editing;
  const kinds = useKinds();
  const node = draft.nodes[index];
  if (node === undefined) return null;
  const kind = kinds.find(node.nodeType);
  const { Icon } = kindLook(kind);
  const isEntry = node.id !== undefined && node.id === draft.entrypointNodeId;
  return (
    <Panel
      title={node.nodeName ?? node.id ?? ''}
      icon={<Icon aria-hidden />}
      onClose={() => focus(undefined)}
    >
      <PanelProblems selection={{ type: 'node', index }} editing={editing} />
      <fieldset disabled={readOnly} className="flex flex-col gap-3">
        <TextInput
          label={words.nodeName}
          value={node.nodeName ?? ''}
          refuse={(name) => (name.trim() === '' ? words.nameMissing : undefined)}
          onCommit={(name) => edit(setNodeField(text, index, 'nodeName', name))}
        />
        <Field label={words.kind} hint={kind?.summary}>
          {({ id }) => (
            <Select
              id={id}
              label={words.kind}
              value={node.nodeType}
              options={kinds.list.map(({ type, title, summary }) => ({
                value: type,
                label: title,
                description: summary,
              }))}
              disabled={readOnly}
              onChange={(nodeType) => edit(setNodeKind(text, index, nodeType, kinds))}
            />
          )}
        </Field>
        {kind?.usesAgent === true && <AgentField index={index} node={node} editing={editing} />}
        <ConfigField
          node={node}
          kind={kind}
          onCommit={(config) => edit(setNodeField(text, index, 'config', config))}
        />
        <ConnectField index={index} editing={editing} />
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            disabled={isEntry}
            icon={<Play aria-hidden />}
            onClick={() => edit(setEntry(text, index))}
          >
            {isEntry ? words.isStart : words.makeStart}
          </Button>
          <Button
            size="sm"
            icon={<Trash2 aria-hidden />}
            onClick={() => {
              edit(removeNode(text, index));
              focus(undefined);
            }}
          >
            {texts.common.delete}
          </Button>
        </div>
      </fieldset>
    </Panel>
  );
}

/** Connecting without a mouse. */
function ConnectField({ index, editing }: { index: number; editing: Editing }) {
  const { text, draft, edit, focus, readOnly } = editing;
  const kinds = useKinds();
  const options = [
    ...draft.nodes.map((node, i) => ({ value: `${i}`, label: node.nodeName ?? node.id ?? '' })),
    { value: 'end', label: texts.graph.end },
  ];
  return (
    <Field label={words.connect}>
      {({ id }) => (
        <div className="flex items-center gap-2">
          <ArrowRight aria-hidden className="size-4 shrink-0 text-faint" />
          <Select
            id={id}
            label={words.connect}
            value={undefined}
            placeholder={words.connectTo}
            options={options}
            disabled={readOnly}
            onChange={(to) => {
              edit(addEdge(text, index, to === 'end' ? null : Number(to), kinds));
              focus({ type: 'edge', index: draft.edges.length });
            }}
          />
        </div>
      )}
    </Field>
  );
}
