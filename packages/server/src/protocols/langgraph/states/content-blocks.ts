// What a message is made of in LangChain's form. Pictures and files come in its standard blocks, in those from before
// them, and in the forms of OpenAI and Anthropic; they go out as standard blocks that refer to the stored file.
import { type FilePart, type MessageContent, type Part, partsOf } from '@cadence-agents/contracts';
import { z } from 'zod';
import type { GivenFile } from '../../../app/client-messages.ts';
import { fileAt, given } from '../../../app/given-files.ts';
import { invalidInput } from '../../../app/invalid-input.ts';

type Block = string | { type: string; [field: string]: unknown };

export const blocksSchema = z.array(z.union([z.string(), z.looseObject({ type: z.string() })]));

/** Words, and what else there is; without parts where there are words alone. */
export function readContent(
  content: string | readonly Block[],
  path: string,
): { content: string; parts?: (Part | GivenFile)[] } {
  if (typeof content === 'string') return { content };
  const parts = content.map((block, index) => readBlock(block, `${path}.${index}`));
  const words = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return parts.every(({ type }) => type === 'text') ? { content: words } : { content: words, parts };
}

const textSchema = z.looseObject({ type: z.enum(['text', 'text-plain']), text: z.string() });
const url = z.string().min(1);
const detail = z.enum(['auto', 'low', 'high']).optional();
const urlSchema = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.union([url, z.looseObject({ url, detail })]),
});
const openAiFileSchema = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({
    file_data: z.string().optional(),
    file_id: z.string().optional(),
    filename: z.string().optional(),
  }),
});
const anthropicSchema = z.looseObject({
  type: z.enum(['image', 'document']),
  source: z.looseObject({
    media_type: z.string().optional(),
    data: z.string().optional(),
    url: url.optional(),
  }),
});
const standardSchema = z.looseObject({
  type: z.enum(['image', 'file']),
  data: z.string().min(1).optional(),
  url: url.optional(),
  fileId: z.string().min(1).optional(),
  id: z.string().optional(),
  source_type: z.enum(['base64', 'url', 'id', 'text']).optional(),
  mimeType: z.string().optional(),
  mime_type: z.string().optional(),
  metadata: z.looseObject({ filename: z.string().optional(), name: z.string().optional() }).nullish(),
});

function readBlock(block: Block, path: string): Part | GivenFile {
  if (typeof block === 'string') return { type: 'text', text: block };
  const text = textSchema.safeParse(block).data;
  if (text) return { type: 'text', text: text.text };
  const file = readImageUrl(block, path) ?? readForeign(block, path) ?? readStandard(block, path);
  if (file) return file;
  const message = `the content block "${block.type}" is not taken: text, pictures and files are`;
  throw invalidInput([{ path, message }]);
}

function readImageUrl(block: Block, path: string): GivenFile | undefined {
  const image = urlSchema.safeParse(block).data?.image_url;
  if (image === undefined) return undefined;
  if (typeof image === 'string') return fileAt(image, { path });
  const look = image.detail === 'low' || image.detail === 'high' ? { detail: image.detail } : {};
  return fileAt(image.url, { path, ...look });
}

/** As OpenAI has files, and Anthropic pictures and documents. */
function readForeign(block: Block, path: string): GivenFile | undefined {
  const openAi = openAiFileSchema.safeParse(block).data?.file;
  if (openAi) {
    const { file_data: data, file_id: fileId, filename: name } = openAi;
    return readBytes({ data, fileId }, { path, name });
  }
  const source = anthropicSchema.safeParse(block).data?.source;
  return source && readBytes(source, { path, mediaType: source.media_type });
}

function readStandard(block: Block, path: string): GivenFile | undefined {
  const file = standardSchema.safeParse(block).data;
  if (!file) return undefined;
  const { data, url: at, source_type: source, id, metadata } = file;
  const fileId = file.fileId ?? (source === 'id' ? id : undefined);
  const mediaType = file.mimeType ?? file.mime_type;
  const name = metadata?.filename ?? metadata?.name;
  if (source === 'text' && data !== undefined) {
    const base64 = Buffer.from(data).toString('base64');
    return given({ base64 }, { path, name, mediaType: mediaType ?? 'text/plain' });
  }
  return readBytes({ data, url: at, fileId }, { path, name, mediaType });
}

function readBytes(
  from: { data?: string | undefined; url?: string | undefined; fileId?: string | undefined },
  about: { path: string; name?: string | undefined; mediaType?: string | undefined },
): GivenFile | undefined {
  const { data, fileId } = from;
  if (fileId !== undefined) return given({ fileId }, about);
  if (data !== undefined)
    return data.startsWith('data:') ? fileAt(data, about) : given({ base64: data }, about);
  return from.url === undefined ? undefined : fileAt(from.url, about);
}

/** A text, or blocks where there are files. */
export function shownContent(message: MessageContent): string | object[] {
  if (!message.parts?.some(({ type }) => type === 'file')) return message.content;
  return partsOf(message).flatMap((part): object[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    return part.type === 'file' ? [fileBlock(part)] : [];
  });
}

const fileBlock = ({ fileId, mediaType, name, size }: FilePart): object => ({
  type: mediaType.startsWith('image/') ? 'image' : 'file',
  fileId,
  url: `/api/v1/files/${fileId}`,
  mimeType: mediaType,
  metadata: { ...(name !== undefined && { name, filename: name }), size },
});
