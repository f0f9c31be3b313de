import type { ApiConversation, ApiRun, Message } from '@cadence-agents/contracts';
import { client } from '../../api/client.ts';
import { saveFile, saveJson } from '../../components/save-file.ts';
import { texts } from '../../texts.ts';
import { ratings } from '../runs/run-search.ts';
import { allPages, readMessages } from './conversation-queries.ts';

type Exported = Pick<ApiConversation, 'id' | 'title'>;

/** Saves what was said as a file: as a text to read, or with all there is to it, what answers were worth among it. */
export async function exportConversation(conversation: Exported, form: 'markdown' | 'json'): Promise<void> {
  const { id, title } = conversation;
  const name = (title ?? texts.chat.untitled).replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
  const messages = await readMessages(id);
  if (form === 'json') {
    const feedback = (await ratedRuns(id)).map((run) => ({ runId: run.id, ...run.feedback }));
    saveJson(`${name}.json`, JSON.stringify({ ...conversation, messages, feedback }, null, 2));
  } else saveFile(`${name}.md`, new Blob([asMarkdown(conversation, messages)], { type: 'text/markdown' }));
}

/** What people said and were told. */
function asMarkdown({ title }: Exported, messages: readonly Message[]): string {
  const said = messages.filter(({ role, content }) => role !== 'tool' && content.trim() !== '');
  const parts = said.map(
    ({ role, content }) => `**${role === 'user' ? texts.chat.you : texts.chat.assistant}**\n\n${content}`,
  );
  return `${[`# ${title ?? texts.chat.untitled}`, ...parts].join('\n\n')}\n`;
}

async function ratedRuns(conversationId: string): Promise<ApiRun[]> {
  const found = await Promise.all(
    ratings.map((feedback) =>
      allPages((query) => client.listRuns({ query: { ...query, conversationId, feedback } })),
    ),
  );
  return found.flat(2);
}
