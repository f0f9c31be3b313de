import { z } from 'zod';
import { jsonSetting } from './json-setting.ts';

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).refine((text) => {
  const url = URL.parse(text);
  return url?.username === '' && url.password === '';
}, 'must not have a name or a password in it');

/** Base URLs by the names of providers. */
export const modelUrlsSchema: z.ZodType<Readonly<Record<string, string>>> = jsonSetting(
  z.record(z.string().trim().min(1), address),
);
