import { type PolicySubject, policySubjectSchema } from '@cadence-agents/contracts';
import { Field } from '../../../../components/field.tsx';
import { Select, type SelectOption } from '../../../../components/select.tsx';
import type { Draft } from '../../../../document/read-draft.ts';
import { formTexts } from './form-texts.ts';

const words = formTexts.policies;

export interface SubjectFieldProps {
  label: string;
  hint: string | undefined;
  problem: string | undefined;
  /** The subject as JSON. */
  value: string;
  options: readonly SelectOption[];
  disabled: boolean;
  onChange: (subject: PolicySubject) => void;
}

/** Something that a run can do: a visit to a node, an edge, a tool. */
export function SubjectField(props: SubjectFieldProps) {
  const { label, hint, problem, value, options, disabled, onChange } = props;
  const isKnown = options.some((option) => option.value === value);
  const read = policySubjectSchema.safeParse(JSON.parse(value)).data;
  return (
    <Field label={label} hint={hint} error={problem}>
      {({ id }) => (
        <Select
          id={id}
          label={label}
          value={isKnown ? value : undefined}
          placeholder={read ? Object.values(read).join(' ') : words.choose}
          options={options}
          disabled={disabled}
          onChange={(chosen) => onChange(policySubjectSchema.parse(JSON.parse(chosen)))}
        />
      )}
    </Field>
  );
}

/** All that a policy can be about here. */
export function subjectsIn({ nodes, edges }: Draft, tools: readonly { name: string }[]): SelectOption[] {
  const option = (subject: PolicySubject, label: string) => ({ value: JSON.stringify(subject), label });
  return [
    ...nodes.flatMap(({ id, nodeName }) =>
      id === undefined ? [] : [option({ node: id }, words.node(nodeName ?? id))],
    ),
    ...edges.flatMap(({ id, sourceNodeId, label }) =>
      id === undefined
        ? []
        : [option({ edge: id }, words.edge(sourceNodeId ?? '', label ?? formTexts.routes.always))],
    ),
    ...tools.map(({ name }) => option({ tool: name }, words.tool(name))),
  ];
}
