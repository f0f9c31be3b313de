import { UserRoundPlus } from 'lucide-react';
import { type KnownAgent, useKnownAgents } from '../../../api/known-agents.ts';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { Select, type SelectOption } from '../../../components/select.tsx';
import { addAgent } from '../../../document/edit-agent.ts';
import { setNodeField } from '../../../document/edit-workflow.ts';
import type { DraftNode } from '../../../document/read-draft.ts';
import { texts } from '../../../texts.ts';
import type { Editing } from './editing.ts';
import { AgentPanel } from './forms/agent-panel.tsx';
import { formTexts } from './forms/form-texts.ts';
import { problemAt } from './forms/problem-at.ts';

const words = texts.workflows.editor;

export interface AgentFieldProps {
  index: number;
  node: DraftNode;
  editing: Editing;
}

/** Whose prompt and tools the node uses: an agent of this file, a stored one, or that of a plugin or MCP server. */
export function AgentField({ index, node, editing }: AgentFieldProps) {
  const { text, edit, readOnly, problems } = editing;
  const known = useKnownAgents() ?? [];
  const options = optionsOf(editing, known);
  if (node.agentId !== undefined && !options.has(node.agentId))
    options.set(node.agentId, { value: node.agentId, label: node.agentId });
  return (
    <>
      <Field
        label={words.agent}
        hint={options.size === 0 ? words.noAgents : undefined}
        error={problemAt(problems, ['nodes', index, 'agentId'])}
      >
        {({ id }) => (
          <div className="flex items-center gap-2">
            <Select
              id={id}
              label={words.agent}
              value={node.agentId}
              placeholder={words.chooseAgent}
              options={[...options.values()].filter((option) => option.value !== '')}
              disabled={readOnly}
              onChange={(agentId) => edit(setNodeField(text, index, 'agentId', agentId))}
            />
            {!readOnly && (
              <Button
                size="sm"
                className="shrink-0"
                icon={<UserRoundPlus aria-hidden />}
                onClick={() => edit(addAgent(text, index, formTexts.agent.prompt))}
              >
                {formTexts.agent.create}
              </Button>
            )}
          </div>
        )}
      </Field>
      <AgentPanel
        key={node.agentId}
        agentId={node.agentId}
        known={known.find(({ id }) => id === node.agentId)}
        editing={editing}
      />
    </>
  );
}

function optionsOf({ draft }: Editing, known: readonly KnownAgent[]): Map<string, SelectOption> {
  const { from } = formTexts.agent;
  const all = [
    ...draft.agents.map((agent) => ({ ...agent, where: from.file })),
    ...known.map((agent) => ({ ...agent, where: from[agent.from] })),
  ];
  const options = new Map<string, SelectOption>();
  for (const { id, name, description = '', where } of all)
    if (!options.has(id))
      options.set(id, {
        value: id,
        label: name,
        description: [where, description].filter(Boolean).join(': '),
      });
  return options;
}
