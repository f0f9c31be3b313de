import { type Message, withContent } from '@cadence/contracts';
import { Trash2 } from 'lucide-react';
import { TextAreaField } from '../../components/field.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { texts } from '../../texts.ts';

export interface MessageFormProps {
  messages: readonly Message[];
  onChange: (messages: Message[]) => void;
}

/** What was said, to be changed or left out. */
export function MessageForm({ messages, onChange }: MessageFormProps) {
  const change = (id: string, content: string) =>
    onChange(messages.map((message) => (message.id === id ? withContent(message, content) : message)));
  return (
    <ol className="flex flex-col gap-3 pt-3">
      {messages.map((message) => (
        <li key={message.id} className="flex items-start gap-2">
          <TextAreaField
            label={nameOf(message)}
            className="flex-1"
            rows={2}
            value={message.content}
            onChange={(event) => change(message.id, event.target.value)}
          />
          <IconButton
            size="sm"
            className="mt-5"
            label={texts.common.delete}
            icon={<Trash2 aria-hidden />}
            onClick={() => onChange(messages.filter(({ id }) => id !== message.id))}
          />
        </li>
      ))}
    </ol>
  );
}

function nameOf(message: Message): string {
  const role = texts.runs.roles[message.role];
  if (message.role === 'tool') return `${role} ${message.toolName}`;
  if (message.role === 'assistant' && message.agent !== undefined) return `${role} ${message.agent}`;
  return role;
}
