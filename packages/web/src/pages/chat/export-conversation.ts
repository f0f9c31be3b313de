import type { ApiConversation, Message } from '@cadence/contracts';
import { saveFile, saveJson } from '../../components/save-file.ts';
import { texts } from '../../texts.ts';

type Exported = Pick<ApiConversation, 'id' | 'title'>;

/** What people said and were told, as a text to read. */
function asMarkdown({ title }: Exported, messages: readonly Message[]): string {
  const said = messages.filter(({ role, content }) => role !== 'tool' && content.trim() !== '');
  const parts = said.map(
    ({ role, content }) => `**${role === 'user' ? texts.chat.you : texts.chat.assistant}**\n\n${content}`,
  );
  return `${[`# ${title ?? texts.chat.untitled}`, ...parts].join('\n\n')}\n`;
}

export function exportConversation(
  conversation: Exported,
  messages: readonly Message[],
  form: 'markdown' | 'json',
): void {
  const name = (conversation.title ?? texts.chat.untitled).replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
  if (form === 'json') saveJson(`${name}.json`, JSON.stringify({ ...conversation, messages }, null, 2));
  else saveFile(`${name}.md`, new Blob([asMarkdown(conversation, messages)], { type: 'text/markdown' }));
}
