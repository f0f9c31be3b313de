import { useQuery } from '@tanstack/react-query';
import { agentList } from '../../../api/workflows.ts';
import { Field } from '../../../components/field.tsx';
import { Select, type SelectOption } from '../../../components/select.tsx';
import { setNodeField } from '../../../document/edit-workflow.ts';
import type { DraftNode } from '../../../document/read-draft.ts';
import { texts } from '../../../texts.ts';
import type { Editing } from './editing.ts';

export interface AgentFieldProps {
  index: number;
  node: DraftNode;
  editing: Editing;
}

/** Whose prompt and tools the node uses: an agent of this file, or one that is stored. */
export function AgentField({ index, node, editing }: AgentFieldProps) {
  const stored = useQuery(agentList).data ?? [];
  const options = new Map<string, SelectOption>();
  for (const { id, name, description } of [...editing.draft.agents, ...stored])
    options.set(id, { value: id, label: name, ...(description && { description }) });
  if (node.agentId !== undefined && !options.has(node.agentId))
    options.set(node.agentId, { value: node.agentId, label: node.agentId });
  return (
    <Field
      label={texts.workflows.editor.agent}
      hint={options.size === 0 ? texts.workflows.editor.noAgents : undefined}
    >
      {({ id }) => (
        <Select
          id={id}
          label={texts.workflows.editor.agent}
          value={node.agentId}
          placeholder={texts.workflows.editor.chooseAgent}
          options={[...options.values()].filter((option) => option.value !== '')}
          disabled={editing.readOnly}
          onChange={(agentId) => editing.edit(setNodeField(editing.text, index, 'agentId', agentId))}
        />
      )}
    </Field>
  );
}
