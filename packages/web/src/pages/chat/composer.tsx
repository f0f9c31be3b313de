import { type Tone, toneDescriptions } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { ArrowUp, Paperclip, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { workflowList } from '../../api/workflows.ts';
import { Button } from '../../components/button.tsx';
import { cx } from '../../components/cx.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { Select } from '../../components/select.tsx';
import { AttachmentChips } from '../../messages/attachment-chips.tsx';
import { texts } from '../../texts.ts';
import { composerId, focusComposer } from './focus-composer.ts';
import { type SendMessage, useDraft } from './use-draft.ts';
import type { Question } from './use-question.ts';

const tones = Object.entries(toneDescriptions).map(([value, description]) => ({
  value,
  label: named(value),
  description,
}));

export interface ComposerProps {
  /** What the unsent message is kept under. */
  draftKey: string;
  question: Question;
  onSend: SendMessage;
  isSending: boolean;
  /** Stops the run under way, where there is one. */
  onStop: (() => void) | undefined;
  isStopping: boolean;
}

export function Composer({ draftKey, question, onSend, isSending, onStop, isStopping }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(focusComposer, []);
  useEffect(() => {
    // The example that was clicked is gone once it is sent.
    if (isSending) focusComposer();
  }, [isSending]);
  const draft = useDraft(draftKey, onSend, isSending);
  const { attachments, canSend, isOver } = draft;
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSend) return;
    void draft.send();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={send} className="mx-auto w-full max-w-3xl shrink-0 px-3 pb-3 sm:px-6">
      <div
        className={cx(
          'rounded-xl border bg-surface shadow-card transition-colors focus-within:border-accent',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong/60',
        )}
      >
        <AttachmentChips {...attachments} />
        <textarea
          ref={field}
          id={composerId}
          rows={2}
          aria-label={texts.chat.editLabel}
          aria-describedby="composer-hint"
          placeholder={isOver ? texts.files.drop : texts.chat.placeholder}
          value={draft.text}
          onChange={(event) => draft.setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={draft.paste}
          className="field-sizing-content block max-h-60 min-h-14 w-full resize-none bg-transparent px-3.5 pt-2.5 text-base outline-none"
        />
        <div className="flex flex-wrap items-center gap-1.5 px-2 pb-2">
          <AttachButton onFiles={attachments.add} />
          <Pickers question={question} />
          <span id="composer-hint" className="sr-only">
            {texts.chat.inputHint}
          </span>
          <div className="ml-auto flex gap-1.5">
            {onStop && (
              <Button
                size="sm"
                className="h-8"
                busy={isStopping}
                icon={<Square aria-hidden />}
                onClick={onStop}
              >
                <span className="max-sm:sr-only">{texts.chat.stop}</span>
              </Button>
            )}
            <IconButton
              type="submit"
              look="primary"
              label={isSending ? texts.chat.sending : texts.chat.send}
              aria-disabled={!canSend}
              icon={<ArrowUp aria-hidden />}
            />
          </div>
        </div>
      </div>
    </form>
  );
}

function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        size="sm"
        label={texts.files.attach}
        icon={<Paperclip aria-hidden />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}

function Pickers({ question }: { question: Question }) {
  const { data: workflows } = useQuery(workflowList);
  const { workflowId, tone } = question.options;
  // A draft is tried in the editor: until it is published, no conversation can use it.
  const usable = (workflows ?? []).filter(({ from, version }) => from !== 'stored' || version !== null);
  const known = usable.map(({ id, name, description }) => ({
    value: id,
    label: name,
    ...(description !== null && { description }),
  }));
  const options = known.some(({ value }) => value === workflowId)
    ? known
    : [...known, { value: workflowId, label: workflowId }];
  const look = 'h-7! w-auto! max-w-44 max-sm:max-w-32 border-transparent! bg-sunken! text-xs! shadow-none!';
  return (
    <>
      <Select
        label={texts.chat.workflow}
        value={workflowId}
        options={options}
        onChange={question.setWorkflowId}
        className={look}
      />
      <Select
        label={texts.chat.tone}
        value={tone satisfies Tone}
        options={tones}
        onChange={question.setTone}
        className={look}
      />
      {question.models.length > 0 && (
        <Select
          label={texts.chat.model}
          value={question.options.model ?? USUAL}
          options={[
            { value: USUAL, label: texts.chat.usualModel },
            ...question.models.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(name) => question.setModel(name === USUAL ? null : name)}
          className={look}
        />
      )}
    </>
  );
}

/** Of the workflow and the settings. */
const USUAL = 'usual';

function named(tone: string): string {
  return tone.charAt(0).toUpperCase() + tone.slice(1);
}
