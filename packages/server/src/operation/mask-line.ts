import { maskSecrets } from '@cadence/engine';
import type { ReadSettings } from '../settings/read-settings.ts';
import { type SettingName, settingTable } from '../settings/setting-table.ts';

const HIDDEN = '[hidden]';

const secretName =
  /authorization|api[-_]?key|passw(?:or)?d|passphrase|secret|cookie|credential|[-_]token$|^(?:key|token)$/i;
const fieldName = /"([^"\\]*)":/g;
/** A text or a list of them; to the end of the line when it is cut off. */
const fieldValue = /"(?:[^"\\]|\\.)*(?:"|$)|\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*(?:\]|"?$)/y;
const ownKey = /\bcad_[\w-]{8,}/g;
/** Of environment variables that hold a secret. */
const secretVariable = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS)$/;
/** A shorter one would garble words. */
const LEAST_LENGTH = 8;

/** Masks secrets in a line of the log: by the name of their field, by their form, and those that are configured. */
export function maskLine(read: Pick<ReadSettings, 'settings' | 'env'>): (line: string) => string {
  const configured = configuredSecrets(read);
  const byForm = maskSecrets([ownKey]);
  return (line) => {
    const named = hideFields(byForm(line));
    return configured.reduce((masked, secret) => masked.replaceAll(secret, HIDDEN), named);
  };
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

/** As they look inside JSON, longest first: one may be a part of another. */
function configuredSecrets({ settings, env }: Pick<ReadSettings, 'settings' | 'env'>): string[] {
  const names = Object.keys(settingTable) as SettingName[];
  const values = names.flatMap((name) => (settingTable[name].secret ? textsIn(settings[name]) : []));
  const variables = Object.entries(env).flatMap(([name, value]) =>
    secretVariable.test(name) && value ? [value] : [],
  );
  const passwords = values.flatMap((value) => URL.parse(value)?.password ?? []);
  const found = [...values, ...variables, ...passwords, ...passwords.map(decodeURIComponent)];
  return [...new Set(found)]
    .filter((text) => text.length >= LEAST_LENGTH)
    .map((text) => JSON.stringify(text).slice(1, -1))
    .sort((a, b) => b.length - a.length);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
