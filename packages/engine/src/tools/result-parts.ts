// Results of tools that have pictures or files beside their words: content blocks, as the Model Context Protocol has
// them. The words go to the model as words and the bytes into the store, never into a prompt.
import type { JsonValue } from '@cadence-agents/contracts';
import { z } from 'zod';
import { isText } from '../files/file-kind.ts';

export interface ResultFile {
  name: string;
  /** As the tool says. */
  mediaType: string;
  base64: string;
}

export interface ResultParts {
  text: string;
  files: ResultFile[];
}

const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string() }),
  z.object({ type: z.literal('resource_link'), uri: z.string(), name: z.string().optional() }),
  z.object({
    type: z.literal('resource'),
    resource: z.object({
      uri: z.string(),
      mimeType: z.string().optional(),
      text: z.string().optional(),
      blob: z.string().optional(),
    }),
  }),
]);
type Block = z.infer<typeof blockSchema>;

const resultSchema = z.object({ content: z.array(blockSchema).min(1) });

/**
 * What a result is made of where it is content blocks; `undefined` for all else, which is text or JSON.
 *
 * @example
 * const { files } = toolResultParts({ content: [{ type: 'image', mimeType: 'image/png', data: 'iVBO…' }] });
 */
export function toolResultParts(result: unknown): ResultParts | undefined {
  if (typeof result !== 'object' || result === null || !('content' in result)) return undefined;
  const blocks = resultSchema.safeParse(result).data?.content;
  if (!blocks) return undefined;
  const files = blocks.flatMap(fileOf);
  return { text: blocks.flatMap(textOf).join('\n'), files };
}

/** The same as a tool returns it. */
export const resultBlocks = ({ text, files }: ResultParts): JsonValue => ({
  content: [
    { type: 'text', text },
    ...files.map(({ name, mediaType, base64 }) => ({
      type: 'resource',
      resource: { uri: `file:///${encodeURIComponent(name)}`, mimeType: mediaType, blob: base64 },
    })),
  ],
});

function textOf(block: Block): string[] {
  if (block.type === 'text') return [block.text];
  if (block.type === 'resource_link') return [`[${block.name ?? 'resource'} at ${block.uri}]`];
  if (block.type !== 'resource') return [];
  const { uri, text, blob, mimeType = '' } = block.resource;
  const said = text ?? (blob !== undefined && isText(mimeType) ? decoded(blob) : undefined);
  return said === undefined ? [] : [`[${uri}]\n${said}`];
}

function fileOf(block: Block): ResultFile[] {
  if (block.type === 'image' || block.type === 'audio')
    return [
      { name: `${block.type}.${endingOf(block.mimeType)}`, mediaType: block.mimeType, base64: block.data },
    ];
  if (block.type !== 'resource') return [];
  const { uri, text, blob, mimeType = 'application/octet-stream' } = block.resource;
  if (text !== undefined || blob === undefined || isText(mimeType)) return [];
  return [{ name: lastOf(uri), mediaType: mimeType, base64: blob }];
}

const decoded = (base64: string) => Buffer.from(base64, 'base64').toString('utf8').replaceAll('\0', '');

const endingOf = (mediaType: string) => /^\w+\/([a-z0-9]{1,10})/.exec(mediaType)?.[1] ?? 'bin';

/** The name at the end of an address. */
function lastOf(uri: string): string {
  const name = uri.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? '';
  try {
    return decodeURIComponent(name) || 'file';
  } catch {
    return name;
  }
}
