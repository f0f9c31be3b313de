import { maskSecrets, secretValues } from '@cadence-agents/engine';
import { configuredSecrets } from '../security/configured-secrets.ts';
import type { ReadSettings } from '../settings/read-settings.ts';

const HIDDEN = '[hidden]';

const secretName =
  /authorization|api[-_]?key|passw(?:or)?d|passphrase|secret|cookie|credential|[-_]token$|^(?:key|token)$/i;
const fieldName = /"([^"\\]*)":/g;
/** A text or a list of them; to the end of the line when it is cut off. */
const fieldValue = /"(?:[^"\\]|\\.)*(?:"|$)|\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*(?:\]|"?$)/y;
const ownKey = /\bcad_[\w-]{8,}/g;

/** Masks secrets in a line of the log: by the name of their field, by their form, and those that are configured. */
export function maskLine(read: Pick<ReadSettings, 'settings' | 'env'>): (line: string) => string {
  const configured = secretValues(configuredSecrets(read), { mask: HIDDEN });
  const byForm = maskSecrets([ownKey]);
  return (line) => configured.mask(hideFields(byForm(line)));
}

/** Hides what fields of such a name hold. One pass: a line can hold a stranger's words, as many as they like. */
function hideFields(line: string): string {
  let hidden = '';
  let end = 0;
  for (const { 0: field, 1: name = '', index } of line.matchAll(fieldName)) {
    if (index < end || !secretName.test(name)) continue;
    fieldValue.lastIndex = index + field.length;
    if (!fieldValue.test(line)) continue;
    hidden += `${line.slice(end, index)}${field}"${HIDDEN}"`;
    end = fieldValue.lastIndex;
  }
  return hidden + line.slice(end);
}
