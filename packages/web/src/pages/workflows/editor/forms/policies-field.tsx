import { type Policy, policySchema } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { toolList } from '../../../../api/workflows.ts';
import { IconButton } from '../../../../components/icon-button.tsx';
import { Select } from '../../../../components/select.tsx';
import { TextInput } from '../../../../components/text-input.tsx';
import { addPolicy, removePolicy, setPolicy, underRule } from '../../../../document/edit-policies.ts';
import { objectIn } from '../../../../document/object-in.ts';
import { readDraft } from '../../../../document/read-draft.ts';
import type { Editing } from '../editing.ts';
import { formTexts } from './form-texts.ts';
import { PolicyForm } from './policy-form.tsx';
import { problemAt } from './problem-at.ts';
import { subjectsIn } from './subject-field.tsx';

const words = formTexts.policies;

/** What no run may do, a form for each. */
export function PoliciesField({ editing }: { editing: Editing }) {
  const { text, edit, readOnly, problems } = editing;
  // From the text itself, as it is a moment before it is checked.
  const draft = useMemo(() => readDraft(text), [text]);
  const tools = useQuery(toolList).data ?? [];
  const subjects = subjectsIn(draft, tools);
  const rules = policySchema.options.map(({ shape: { rule } }) => ({
    value: rule.value,
    label: words.rules[rule.value],
    ...(rule.description !== undefined && { description: rule.description }),
  }));
  const anything = { node: draft.nodes.findLast(({ id }) => id !== undefined)?.id ?? '' };
  const make = (policy: Policy, rule: string) => {
    const found = rules.find(({ value }) => value === rule);
    return found ? underRule(policy, found.value, anything) : policy;
  };
  const given = draft.policies.map((policy, index) => ({ policy, index }));
  return (
    <>
      <h3 className="mt-1 border-t pt-3 text-xs font-semibold">{words.title}</h3>
      <p className="text-xs text-faint">{words.hint}</p>
      {given.map(({ policy, index }) => {
        const read = policySchema.safeParse(policy).data;
        const title = words.one(index + 1);
        return (
          <fieldset key={index} aria-label={title} className="flex flex-col gap-2 rounded-lg border p-2.5">
            <div className="flex items-center justify-between">
              <span className="text-xs font-medium">{title}</span>
              <IconButton
                size="sm"
                label={words.remove(index + 1)}
                icon={<Trash2 aria-hidden />}
                onClick={() => edit(removePolicy(text, index))}
              />
            </div>
            {read ? (
              <PolicyForm
                {...{ index, policy: read, rules, subjects, editing }}
                tools={tools.map(({ name }) => name)}
                onRule={(rule) => edit(setPolicy(text, index, JSON.parse(JSON.stringify(make(read, rule)))))}
              />
            ) : (
              <TextInput
                label={words.json}
                multiline
                mono
                value={JSON.stringify(policy, null, 2)}
                problem={problemAt(problems, ['policies', index])}
                refuse={(typed) => (objectIn(typed) ? undefined : words.jsonBad)}
                onCommit={(typed) => edit(setPolicy(text, index, objectIn(typed) ?? {}))}
              />
            )}
          </fieldset>
        );
      })}
      {!readOnly && (
        <Select
          label={words.add}
          placeholder={words.add}
          value={undefined}
          options={rules}
          onChange={(rule) => edit(addPolicy(text, make({ rule: 'noFlow' }, rule)))}
        />
      )}
    </>
  );
}
