import type { JsonValue } from '@cadence-agents/contracts';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';

const MOST_CHARS = 100_000;
/** A string without a blank that is longer than this is bytes, not words. */
const MOST_BASE64 = 1_000;

/**
 * What a tool answered: the words that models read, cut when they are very long; with content blocks where there are
 * pictures or files, which are kept beside the words.
 */
export function resultContent(result: CallToolResult): JsonValue {
  const files = result.content.filter(hasBytes);
  const text = resultText(result);
  if (files.length === 0) return text;
  const words = text === '' ? [] : [{ type: 'text', text }];
  return { content: [...words, ...files.map(bare)] };
}

/** The words alone. */
export function resultText({ content, structuredContent }: CallToolResult): string {
  // Servers send a file as a text and as a resource, for clients that read one of the two.
  const texts = new Set(content.flatMap((block) => (block.type === 'text' ? [block.text] : [])));
  const words = content.flatMap((block) => describe(block, texts));
  if (structuredContent !== undefined) words.push(...structuredWords(structuredContent, content));
  return bounded(words.join('\n'), MOST_CHARS);
}

/** Text that can be kept and shown, at most so long. */
export function bounded(text: string, most: number): string {
  const clean = text.replaceAll('\0', '').toWellFormed();
  if (clean.length <= most) return clean;
  const note = `\n[Cut: ${clean.length} characters in all.]`;
  return clean.slice(0, most - note.length).toWellFormed() + note;
}

const hasBytes = (block: ContentBlock) =>
  block.type === 'image' || block.type === 'audio' || (block.type === 'resource' && 'blob' in block.resource);

/** The block without what only its server understands. */
function bare(block: ContentBlock): JsonValue {
  if (block.type === 'image' || block.type === 'audio')
    return { type: block.type, data: block.data, mimeType: block.mimeType };
  if (block.type !== 'resource' || !('blob' in block.resource)) return { type: 'text', text: '' };
  const { uri, blob, mimeType = 'application/octet-stream' } = block.resource;
  return { type: 'resource', resource: { uri, blob, mimeType } };
}

function describe(block: ContentBlock, texts: ReadonlySet<string>): string[] {
  if (block.type === 'text') return [block.text];
  if (block.type === 'resource_link') return [`[resource "${block.title ?? block.name}" at ${block.uri}]`];
  if (block.type !== 'resource' || !('text' in block.resource)) return [];
  const { uri, text } = block.resource;
  return texts.has(text) ? [`[resource at ${uri}]`] : [`[resource at ${uri}]\n${text}`];
}

/** What the structured content says that the blocks do not: servers repeat it, for clients that read one of the two. */
function structuredWords(structured: unknown, content: readonly ContentBlock[]): string[] {
  const said = new Set<unknown>(leavesOf(content));
  const isRepeated = (text: string) =>
    said.has(text) || content.some((block) => block.type === 'text' && isSameJson(block.text, text));
  const json = JSON.stringify(structured);
  if (isRepeated(json) || leavesOf(structured).every((leaf) => said.has(leaf))) return [];
  return [JSON.stringify(structured, (_, value: unknown) => (isBytes(value) ? '[bytes: not shown]' : value))];
}

/** All values in it that are no lists or objects. */
function leavesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

const isBytes = (value: unknown) =>
  typeof value === 'string' && value.length > MOST_BASE64 && /^[A-Za-z0-9+/=_-]+$/.test(value);

function isSameJson(text: string, json: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === json;
  } catch {
    return false;
  }
}
