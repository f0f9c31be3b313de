import { Play, Trash2 } from 'lucide-react';
import { useKinds } from '../../../api/kinds.ts';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import { TextInput } from '../../../components/text-input.tsx';
import { removeNode, setEntry, setNodeField, setNodeKind } from '../../../document/edit-workflow.ts';
import { kindLook } from '../../../graph/kind-look.ts';
import { texts } from '../../../texts.ts';
import { AgentField } from './agent-field.tsx';
import type { Editing } from './editing.ts';
import { ConfigForm } from './forms/config-form.tsx';
import { problemAt } from './forms/problem-at.ts';
import { RoutesField } from './forms/routes-field.tsx';
import { Panel } from './panel.tsx';
import { PanelProblems } from './panel-problems.tsx';

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
          problem={problemAt(editing.problems, ['nodes', index, 'nodeName'])}
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
        <RoutesField index={index} editing={editing} />
        <ConfigForm index={index} node={node} editing={editing} />
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
