import type { ApiWorkflowSummary, WorkflowDefinition } from '@cadence-agents/contracts';
import { Copy } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { texts } from '../../../texts.ts';
import { SmallPicture } from './small-picture.tsx';
import { blank, templates } from './templates.ts';

const words = texts.workflows;
const given = [blank, ...templates];
const PREFIX = 'template ';

/** The one that is chosen at first. */
export const BLANK = `${PREFIX}${blank.name}`;

/** The template of this choice; `undefined` when a workflow of the server was chosen. */
export const templateOf = (choice: string): WorkflowDefinition | undefined =>
  given.find(({ name }) => `${PREFIX}${name}` === choice);

export interface TemplateChoiceProps {
  value: string;
  onChange: (choice: string) => void;
  workflows: readonly ApiWorkflowSummary[];
}

/** Templates with their pictures, and any workflow that the server knows; those that ship with it come first. */
export function TemplateChoice({ value, onChange, workflows }: TemplateChoiceProps) {
  const shipped = ['coordinator', 'plan-verify', '2nChat'];
  const rank = ({ id }: ApiWorkflowSummary) => (shipped.includes(id) ? shipped.indexOf(id) : shipped.length);
  return (
    <RadioGroup.Root
      aria-label={words.template}
      value={value}
      onValueChange={onChange}
      className="flex flex-col gap-1.5"
    >
      <p className="text-xs font-medium text-muted">{words.template}</p>
      {given.map((definition) => (
        <Option
          key={definition.name}
          value={`${PREFIX}${definition.name}`}
          name={definition.name}
          description={definition.description}
          picture={<SmallPicture definition={definition} />}
        />
      ))}
      <p className="mt-2 text-xs font-medium text-muted">{words.orCopy}</p>
      {workflows
        .toSorted((a, b) => rank(a) - rank(b))
        .map(({ id, name, description }) => (
          <Option
            key={id}
            value={id}
            name={name}
            description={description}
            picture={<Copy aria-hidden className="mx-1 size-4 shrink-0 text-faint" />}
          />
        ))}
    </RadioGroup.Root>
  );
}

interface OptionProps {
  value: string;
  name: string;
  description: string | null | undefined;
  picture: ReactNode;
}

const Option = ({ value, name, description, picture }: OptionProps) => (
  <RadioGroup.Item
    value={value}
    className="flex items-center gap-3 rounded-lg border px-3 py-2 text-left hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
  >
    {picture}
    <span className="flex min-w-0 flex-col">
      <span className="text-sm font-medium">{name}</span>
      {description && <span className="text-xs text-muted">{description}</span>}
    </span>
  </RadioGroup.Item>
);
