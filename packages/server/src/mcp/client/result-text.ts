import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';

const MOST_CHARS = 100_000;

/** What a tool answered, as the text that models read: cut when it is very long. */
export function resultText({ content, structuredContent }: CallToolResult): string {
  const parts = content.map(describe);
  if (structuredContent !== undefined) {
    const json = JSON.stringify(structuredContent);
    // Servers repeat structured content as text, for clients that do not read it.
    if (!parts.some((part) => isSameJson(part, json))) parts.push(json);
  }
  return bounded(parts.join('\n'), MOST_CHARS);
}

/** Text that can be kept and shown, at most so long. */
export function bounded(text: string, most: number): string {
  const clean = text.replaceAll('\0', '').toWellFormed();
  if (clean.length <= most) return clean;
  const note = `\n[Cut: ${clean.length} characters in all.]`;
  return clean.slice(0, most - note.length).toWellFormed() + note;
}

function describe(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type}, ${block.mimeType}, ${Math.floor((block.data.length * 3) / 4)} bytes: not shown]`;
    case 'resource_link':
      return `[resource "${block.title ?? block.name}" at ${block.uri}]`;
    case 'resource':
      return 'text' in block.resource
        ? `[resource at ${block.resource.uri}]\n${block.resource.text}`
        : `[resource at ${block.resource.uri}, ${block.resource.mimeType ?? 'binary'}: not shown]`;
  }
}

function isSameJson(text: string, json: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === json;
  } catch {
    return false;
  }
}
