import type { JsonValue, NodeKind } from '@cadence/contracts';
import type { DraftNode } from '../../../document/read-draft.ts';
import { texts } from '../../../texts.ts';
import { TextInput } from './text-input.tsx';

export interface ConfigFieldProps {
  node: DraftNode;
  kind: NodeKind | undefined;
  /** `undefined` removes it. */
  onCommit: (config: JsonValue | undefined) => void;
}

/** The settings of a node, as JSON; the fields that its kind knows are named. */
export function ConfigField({ node, kind, onCommit }: ConfigFieldProps) {
  const known = Object.keys(kind?.configSchema.shape ?? {});
  if (known.length === 0 && node.config === undefined) return null;
  const isEmpty = node.config === undefined || node.config === null;
  return (
    <TextInput
      label={texts.workflows.editor.config}
      hint={texts.workflows.editor.configHint(known)}
      multiline
      mono
      value={isEmpty ? '' : JSON.stringify(node.config, null, 2)}
      refuse={(typed) =>
        typed.trim() === '' || isJson(typed) ? undefined : texts.workflows.editor.configBad
      }
      onCommit={(typed) => onCommit(typed.trim() === '' ? undefined : JSON.parse(typed))}
    />
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
