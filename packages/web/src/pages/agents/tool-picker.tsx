import type { ApiTool } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toolList } from '../../api/workflows.ts';
import { TextField } from '../../components/field.tsx';
import { agentsTexts } from './agents-texts.ts';
import { ToolBadges, ToolFacts } from './tool-facts.tsx';
import { searchTools } from './tool-search.ts';

const words = agentsTexts.editor;
// A search in a handful would only be in the way.
const MANY = 8;

export interface ToolPickerProps {
  chosen: readonly string[];
  disabled: boolean;
  onChange: (names: readonly string[]) => void;
}

/** Tools to tick, each with what it does and takes. */
export function ToolPicker({ chosen, disabled, onChange }: ToolPickerProps) {
  const { data: tools = [], isSuccess } = useQuery(toolList);
  const [typed, setTyped] = useState('');
  // Those chosen before come first; a tick made now moves nothing.
  const [before] = useState(chosen);
  const missing = isSuccess ? chosen.filter((name) => tools.every((tool) => tool.name !== name)) : [];
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  const shown = searchTools(tools, typed).toSorted(
    (a, b) => Number(before.includes(b.name)) - Number(before.includes(a.name)),
  );
  const shared = { disabled, onToggle: toggle };
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 flex w-full justify-between text-xs font-medium text-muted">
        {words.tools}
        <span className="font-normal text-faint">
          {chosen.length === 0 ? words.toolsNone : words.toolsChosen(chosen.length)}
        </span>
      </legend>
      {tools.length > MANY && (
        <TextField
          type="search"
          label={words.toolsSearch}
          hideLabel
          placeholder={words.toolsSearch}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <ul className="max-h-72 overflow-y-auto rounded-md border bg-surface">
        {missing.map((name) => (
          <ToolItem key={name} name={name} isChosen {...shared} />
        ))}
        {shown.map((tool) => (
          <ToolItem
            key={tool.name}
            name={tool.name}
            tool={tool}
            isChosen={chosen.includes(tool.name)}
            {...shared}
          />
        ))}
        {isSuccess && tools.length === 0 && <li className="p-3 text-muted">{words.toolsEmpty}</li>}
      </ul>
    </fieldset>
  );
}

interface ToolItemProps {
  name: string;
  /** Absent when there is no such tool. */
  tool?: ApiTool;
  isChosen: boolean;
  disabled: boolean;
  onToggle: (name: string) => void;
}

function ToolItem({ name, tool, isChosen, disabled, onToggle }: ToolItemProps) {
  return (
    <li className="border-b px-3 py-2 last:border-0">
      <label className="flex cursor-pointer flex-wrap items-center gap-2">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={disabled}
          onChange={() => onToggle(name)}
          className="size-3.5 accent-accent"
        />
        <code className="text-xs font-medium">{name}</code>
        {tool && <ToolBadges tool={tool} />}
        {tool && <span className="ml-auto text-2xs text-faint">{tool.plugin}</span>}
      </label>
      <div className="mt-0.5 pl-5.5">
        {tool ? <ToolFacts tool={tool} /> : <p className="text-xs text-danger">{words.toolMissing}</p>}
      </div>
    </li>
  );
}
