import type { ApiWorkflowSummary } from '@cadence/contracts';
import { RadioGroup } from 'radix-ui';
import { texts } from '../../texts.ts';

/** Stands for the template that is no workflow of the server. */
export const BLANK = ' blank';

const words = texts.workflows;

export interface TemplateChoiceProps {
  value: string;
  onChange: (template: string) => void;
  workflows: readonly ApiWorkflowSummary[];
}

/** Any workflow that the server knows can be begun with; those that ship with it come first. */
export function TemplateChoice({ value, onChange, workflows }: TemplateChoiceProps) {
  const shipped = ['coordinator', 'plan-verify', '2nChat'];
  const rank = ({ id }: ApiWorkflowSummary) => (shipped.includes(id) ? shipped.indexOf(id) : shipped.length);
  const options = [
    { id: BLANK, name: words.blank, description: words.blankHint },
    ...workflows.toSorted((a, b) => rank(a) - rank(b)),
  ];
  return (
    <RadioGroup.Root
      aria-label={words.template}
      value={value}
      onValueChange={onChange}
      className="flex flex-col gap-1.5"
    >
      <p className="text-xs font-medium text-muted">{words.template}</p>
      {options.map((option) => (
        <RadioGroup.Item
          key={option.id}
          value={option.id}
          className="flex flex-col rounded-lg border px-3 py-2 text-left hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
        >
          <span className="text-sm font-medium">{option.name}</span>
          {option.description && <span className="text-xs text-muted">{option.description}</span>}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
