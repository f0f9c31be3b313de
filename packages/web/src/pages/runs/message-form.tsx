import { type JsonObject, type Message, withContent } from '@cadence-agents/contracts';
import { Trash2 } from 'lucide-react';
import { TextAreaField } from '../../components/field.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { ObjectInput } from '../../components/object-input.tsx';
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
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <TextAreaField
              label={nameOf(message)}
              rows={2}
              value={message.content}
              onChange={(event) => change(message.id, event.target.value)}
            />
            {message.role === 'assistant' &&
              message.toolCalls?.map(({ id, name, args }) => (
                <ObjectInput
                  key={id}
                  label={texts.runs.callArgs(name)}
                  value={args}
                  onCommit={(changed) => onChange(withArgs(messages, id, changed))}
                />
              ))}
          </div>
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

/** The messages, with other arguments of a call. */
const withArgs = (messages: readonly Message[], callId: string, args: JsonObject): Message[] =>
  messages.map((message) =>
    message.role === 'assistant' && message.toolCalls
      ? {
          ...message,
          toolCalls: message.toolCalls.map((call) => (call.id === callId ? { ...call, args } : call)),
        }
      : message,
  );

function nameOf(message: Message): string {
  const role = texts.runs.roles[message.role];
  if (message.role === 'tool') return `${role} ${message.toolName}`;
  if (message.role === 'assistant' && message.agent !== undefined) return `${role} ${message.agent}`;
  return role;
}
