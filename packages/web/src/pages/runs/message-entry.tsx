import type { Message } from '@cadence-agents/contracts';
import { cx } from '../../components/cx.ts';
import { MessageParts } from '../../messages/message-parts.tsx';
import { texts } from '../../texts.ts';
import type { MessageChange } from './state-difference.ts';

const marks = { same: '', added: '+', changed: '~' } as const;

/** One message of a state, marked with what the step did to it. */
export function MessageEntry({ message, kind }: MessageChange) {
  return (
    <li
      className={cx(
        'rounded-lg border px-3 py-2',
        kind === 'added' && 'border-success/40 bg-success-soft/40',
        kind === 'changed' && 'border-warning/40 bg-warning-soft/40',
      )}
    >
      <p className="flex items-center gap-1.5 text-2xs font-medium text-muted">
        {marks[kind] !== '' && (
          <span aria-hidden className="font-mono text-success">
            {marks[kind]}
          </span>
        )}
        {texts.runs.roles[message.role]}
        <span>{speakerOf(message)}</span>
      </p>
      {message.content !== '' && (
        <p className="mt-0.5 line-clamp-6 text-sm break-words whitespace-pre-wrap">{message.content}</p>
      )}
      <MessageParts {...message} />
      {message.role === 'assistant' &&
        message.toolCalls?.map((call) => (
          <p key={call.id} className="mt-0.5 font-mono text-2xs break-words text-muted">
            {call.name}({JSON.stringify(call.args)})
          </p>
        ))}
    </li>
  );
}

function speakerOf(message: Message): string {
  if (message.role === 'tool') return message.toolName;
  return message.role === 'assistant' ? (message.agent ?? '') : '';
}
