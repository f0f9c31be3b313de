import { isJsonObject } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { useConfigSchema } from '../../../../api/kinds.ts';
import { modelList } from '../../../../api/models.ts';
import { toolList } from '../../../../api/workflows.ts';
import { setConfigField } from '../../../../document/edit-config.ts';
import type { DraftNode } from '../../../../document/read-draft.ts';
import {
  type ArgumentField,
  fieldsOf,
  fieldText,
  keyOf,
  valueAt,
} from '../../../../handoffs/argument-fields.ts';
import { readArguments } from '../../../../handoffs/read-arguments.ts';
import type { Editing } from '../editing.ts';
import { problemAt } from './problem-at.ts';
import { SchemaField } from './schema-field.tsx';

/** What a node can be told, a control for each field of its kind's schema. */
export function ConfigForm({ index, node, editing }: { index: number; node: DraftNode; editing: Editing }) {
  const { text, edit, problems, readOnly, draft } = editing;
  const schema = useConfigSchema(node.nodeType);
  const tools = useQuery(toolList).data ?? [];
  const models = useQuery(modelList).data ?? [];
  const config = isJsonObject(node.config) ? node.config : {};
  if (!isJsonObject(schema)) return null;
  const fields = fieldsOf(schema, config).filter(({ path }) => path.length > 0);
  const labels = draft.edges
    .filter((edge) => edge.sourceNodeId === node.id)
    .flatMap(({ label }) => label ?? []);
  const suggestionsFor = ({ path }: ArgumentField) => {
    const name = path.at(-1) ?? '';
    if (name === 'model') return models.map((model) => model.name);
    if (/^(tools|approve|toolsByRole)$/.test(name)) return tools.map((tool) => tool.name);
    return /label|routes|choices/i.test(name) ? labels : [];
  };
  return fields.map((field) => {
    const key = keyOf(field);
    const read = (typed: string) => readArguments([field], config, { [key]: typed });
    return (
      <SchemaField
        key={key}
        field={field}
        text={fieldText(field, valueAt(config, field.path))}
        problem={problemAt(problems, ['nodes', index, 'config', ...field.path])}
        suggestions={suggestionsFor(field)}
        disabled={readOnly}
        refuse={(typed) => read(typed).problems.get(key)}
        onCommit={(typed) => {
          const [top = ''] = field.path;
          edit(setConfigField(text, index, top, emptied(field, read(typed).args[top])));
        }}
      />
    );
  });
}

/** An empty list of a field that may be left out is left out. */
function emptied<Value>(field: ArgumentField, value: Value): Value | undefined {
  const isEmpty = Array.isArray(value) && value.length === 0;
  return isEmpty && !field.isRequired && field.path.length === 1 ? undefined : value;
}
