import { type Policy, policySchema } from '@cadence-agents/contracts';
import { ChipsInput } from '../../../../components/chips-input.tsx';
import { Field } from '../../../../components/field.tsx';
import { Select, type SelectOption } from '../../../../components/select.tsx';
import { TextInput } from '../../../../components/text-input.tsx';
import { setPolicyField } from '../../../../document/edit-policies.ts';
import type { Editing } from '../editing.ts';
import { formTexts } from './form-texts.ts';
import { problemAt } from './problem-at.ts';
import { SubjectField } from './subject-field.tsx';

const words = formTexts.policies;

export interface PolicyFormProps {
  index: number;
  policy: Policy;
  rules: readonly SelectOption[];
  /** What it can be about. */
  subjects: readonly SelectOption[];
  tools: readonly string[];
  editing: Editing;
  onRule: (rule: string) => void;
}

/** One policy: its rule, and what that rule asks for. */
export function PolicyForm({ index, policy, rules, subjects, tools, editing, onRule }: PolicyFormProps) {
  const { text, edit, readOnly, problems } = editing;
  const set = (name: string, value: Parameters<typeof setPolicyField>[3]) =>
    edit(setPolicyField(text, index, name, value));
  const problem = (name: string) => problemAt(problems, ['policies', index, name]);
  const broken = problems.find(({ path }) => path === `$.policies[${index}]`);
  const subject = (name: 'what' | 'first' | 'follows', value: string) => (
    <SubjectField
      key={name}
      label={words.fields[name]}
      hint={hintOf(policy.rule, name)}
      problem={problem(name)}
      value={value}
      options={subjects}
      disabled={readOnly}
      onChange={(chosen) => set(name, chosen)}
    />
  );
  const list = (name: 'from' | 'to', values: readonly string[] = []) => (
    <ChipsInput
      key={name}
      label={words.fields[name]}
      hint={hintOf(policy.rule, name)}
      problem={problem(name)}
      values={values}
      suggestions={tools}
      disabled={readOnly}
      onChange={(chosen) => set(name, chosen.length === 0 ? undefined : [...chosen])}
    />
  );
  return (
    <>
      <Field label={words.rule} error={broken && `${broken.message} ${broken.hint}`}>
        {({ id }) => (
          <Select
            id={id}
            label={words.rule}
            value={policy.rule}
            options={rules}
            disabled={readOnly}
            onChange={onRule}
          />
        )}
      </Field>
      {'first' in policy && subject('first', JSON.stringify(policy.first))}
      {'what' in policy && subject('what', JSON.stringify(policy.what))}
      {'follows' in policy && subject('follows', JSON.stringify(policy.follows))}
      {'times' in policy && (
        <TextInput
          label={words.fields.times}
          value={String(policy.times)}
          problem={problem('times')}
          refuse={(typed) => refuseTimes(policy, typed)}
          onCommit={(typed) => set('times', Number(typed))}
        />
      )}
      {policy.rule === 'noFlow' && [list('from', policy.from), list('to', policy.to)]}
      <TextInput
        label={words.name}
        value={policy.name ?? ''}
        problem={problem('name')}
        onCommit={(typed) => set('name', typed.trim() === '' ? undefined : typed.trim())}
      />
    </>
  );
}

function refuseTimes(policy: Policy, typed: string): string | undefined {
  const times = typed.trim() === '' ? Number.NaN : Number(typed);
  return policySchema.safeParse({ ...policy, times }).success ? undefined : formTexts.range(1, 100);
}

/** What the schema says of a field of a rule. */
function hintOf(rule: Policy['rule'], name: string): string | undefined {
  const shape = policySchema.options.find((option) => option.shape.rule.value === rule)?.shape;
  return Object.entries(shape ?? {}).find(([field]) => field === name)?.[1]?.description;
}
