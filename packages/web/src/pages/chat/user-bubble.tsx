import type { Part } from '@cadence-agents/contracts';
import { Pencil } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { cx } from '../../components/cx.ts';
import { inputClasses } from '../../components/field.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { MessageParts } from '../../messages/message-parts.tsx';
import { texts } from '../../texts.ts';

export interface UserBubbleProps {
  text: string;
  /** All that the message has, where that is more than words. */
  parts?: Part[];
  isPending?: boolean;
  isAsking?: boolean;
  /** Asks the changed message in the place of this one. */
  onEdit?: (text: string) => void;
}

export function UserBubble({ text, parts = [], isPending, isAsking, onEdit }: UserBubbleProps) {
  const [isEditing, setIsEditing] = useState(false);
  if (isEditing && onEdit)
    return (
      <Editor text={text} busy={isAsking ?? false} onDone={onEdit} onCancel={() => setIsEditing(false)} />
    );
  return (
    <div className="flex flex-col gap-2">
      {parts.length > 0 && (
        <div className="flex min-w-0 flex-col items-end gap-2 *:justify-end">
          <MessageParts parts={parts} />
        </div>
      )}
      <Words text={text} isPending={isPending ?? false} onEdit={onEdit && (() => setIsEditing(true))} />
    </div>
  );
}

interface WordsProps {
  text: string;
  isPending: boolean;
  onEdit: (() => void) | undefined;
}

function Words({ text, isPending, onEdit }: WordsProps) {
  return (
    <div className="group/message flex flex-row-reverse items-center gap-1">
      <div
        className={cx(
          'min-w-0 max-w-[85%] rounded-2xl rounded-br-md bg-accent-soft px-3.5 py-2 text-base break-words whitespace-pre-wrap text-ink',
          isPending && 'opacity-60',
        )}
      >
        <span className="sr-only">{texts.chat.you}: </span>
        {text}
      </div>
      {onEdit && (
        <div className="flex shrink-0 opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100">
          <IconButton size="sm" label={texts.chat.edit} icon={<Pencil aria-hidden />} onClick={onEdit} />
          <CopyButton text={text} label={texts.chat.copyMessage} />
        </div>
      )}
    </div>
  );
}

const focusIt = (field: HTMLTextAreaElement | null) => field?.focus();

interface EditorProps {
  text: string;
  busy: boolean;
  onDone: (text: string) => void;
  onCancel: () => void;
}

function Editor({ text, busy, onDone, onCancel }: EditorProps) {
  const [edited, setEdited] = useState(text);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (edited.trim() !== '') onDone(edited.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      onSubmit={submit}
      className="flex flex-col gap-2 self-end rounded-xl border bg-surface p-3 shadow-card sm:w-[85%]"
    >
      <textarea
        aria-label={texts.chat.edit}
        ref={focusIt}
        rows={2}
        value={edited}
        onChange={(event) => setEdited(event.target.value)}
        onKeyDown={onKeyDown}
        className={cx(inputClasses, 'field-sizing-content max-h-60 resize-none py-1.5 text-base')}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="flex-1 basis-48 text-2xs text-muted">{texts.chat.editHint}</span>
        <Button size="sm" onClick={onCancel}>
          {texts.common.cancel}
        </Button>
        <Button size="sm" type="submit" look="primary" busy={busy}>
          {texts.chat.editAction}
        </Button>
      </div>
    </form>
  );
}
