import { useQuery } from '@tanstack/react-query';
import { workflowList } from '../../api/workflows.ts';
import { settingsTexts } from './settings-texts.ts';

const words = settingsTexts.keys;

export interface WorkflowChoiceProps {
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** Workflows to tick. */
export function WorkflowChoice({ chosen, onChange }: WorkflowChoiceProps) {
  const { data = [] } = useQuery(workflowList);
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-muted">{words.scopes}</legend>
      <div className="max-h-36 overflow-y-auto rounded-md border bg-surface py-1">
        {data.map(({ id, name }) => (
          <label key={id} className="flex cursor-pointer items-center gap-2 px-2.5 py-1 hover:bg-hover">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              className="size-3.5 accent-accent"
            />
            <span className="truncate">{name}</span>
            {name !== id && <code className="ml-auto truncate text-2xs text-faint">{id}</code>}
          </label>
        ))}
      </div>
      <p className="text-xs text-faint">{words.scopesHint}</p>
    </fieldset>
  );
}
