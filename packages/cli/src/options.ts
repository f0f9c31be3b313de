import { CadenceError, type Tone, toneOrDefault, toneSchema } from '@cadence/contracts';

/** An unknown tone is a mistake to point out, not one to guess at. */
export function checkedTone(tone: string | undefined): Tone {
  if (tone === undefined || tone.trim() === '' || toneSchema.safeParse(tone.trim()).success)
    return toneOrDefault(tone);
  throw new CadenceError('INPUT_INVALID', `There is no tone "${tone}".`, {
    hint: `Use one of: ${toneSchema.options.join(', ')}.`,
  });
}
