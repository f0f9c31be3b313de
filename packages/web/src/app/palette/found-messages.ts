import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { TextSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { client } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import type { PaletteEntry } from './palette-entries.ts';

/** Fewer letters are in too many messages to be of help. */
const FEWEST_LETTERS = 3;
const MOST_FOUND = 10;
/** Nobody is asked for what is still being typed. */
const PAUSE_MS = 200;

/** Messages of all conversations that have the words. */
export function useFoundMessages(typed: string): PaletteEntry[] {
  const navigate = useNavigate();
  const text = useSettled(typed.trim());
  const { data = [] } = useQuery({
    queryKey: ['runs', 'found', text],
    queryFn: async ({ signal }) =>
      (await client.searchRuns({ query: { text, limit: MOST_FOUND } }, { signal })).items,
    enabled: text.length >= FEWEST_LETTERS,
  });
  if (text !== typed.trim() || text.length < FEWEST_LETTERS) return [];
  return data.map(({ runId, conversationId, excerpts: [excerpt] }) => ({
    id: `message ${runId}`,
    group: texts.shell.palette.messages,
    label: excerpt?.text ?? '',
    icon: TextSearch,
    run: () => void navigate({ to: '/c/$conversationId', params: { conversationId }, hash: `run-${runId}` }),
  }));
}

/** The text once it has stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
