import { CadenceError, type FilePart, filesOf, type Part } from '@cadence-agents/contracts';
import { fileKind, takenFiles } from '@cadence-agents/engine';
import type { ReadFileText } from './file-texts.ts';

const kinds = { image: 'a picture', document: 'a document', text: 'a text' };

/** Refuses a message with a file that none of these models can be given, neither as it is nor as text. */
export async function demandTaken(
  parts: readonly Part[],
  models: readonly string[],
  textOf: (fileId: string) => ReturnType<ReadFileText>,
): Promise<void> {
  for (const file of filesOf({ content: '', parts: [...parts] })) {
    const why = await refusal(file, models, textOf);
    if (why === undefined) continue;
    const { name = file.fileId, mediaType } = file;
    const kind = kinds[fileKind(mediaType) ?? 'document'];
    throw new CadenceError('FILE_NOT_TAKEN', `"${name}" is ${kind} (${mediaType}): ${why}.`, {
      hint: 'Send it in another form, or use a model that takes it.',
      details: { file: name, mediaType, models: [...models] },
    });
  }
}

async function refusal(
  { mediaType, fileId }: FilePart,
  models: readonly string[],
  textOf: (fileId: string) => ReturnType<ReadFileText>,
): Promise<string | undefined> {
  const kind = fileKind(mediaType);
  const names = models.map((model) => `"${model}"`).join(', ');
  if (kind === 'image')
    return models.some((model) => takenFiles(model).image) ? undefined : `${names} cannot see pictures`;
  if (kind !== 'document') return undefined;
  const read = await textOf(fileId);
  if (!read || 'text' in read) return undefined;
  const isTaken = mediaType === 'application/pdf' && models.some((model) => takenFiles(model).pdf);
  return isTaken ? undefined : `${read.problem}, and ${names} can be given nothing but its text`;
}
