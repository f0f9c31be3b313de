import { CadenceError } from '@cadence/contracts';
import { z } from 'zod';

const listSchema = z.array(z.string().min(1));

/** `CADENCE_PLUGINS_DIR` as paths: it is one, or a JSON list of several. */
export function pluginsDirList(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined || value === '') return [];
  if (typeof value !== 'string') return value;
  if (!value.trimStart().startsWith('[')) return [value];
  try {
    return listSchema.parse(JSON.parse(value));
  } catch (cause) {
    throw new CadenceError('SETTING_INVALID', `CADENCE_PLUGINS_DIR is not a JSON list of paths: ${value}`, {
      hint: 'Give one path, or a list such as ["./plugins", "/srv/plugins"].',
      cause,
    });
  }
}
