import type { FilePart } from '@cadence-agents/contracts';
import { type ClipboardEvent, useRef } from 'react';
import { useToast } from '../../components/toast.tsx';
import { useFileDrop } from '../../components/use-file-drop.ts';
import { partsOfAttachments, useAttachments } from '../../messages/use-attachments.ts';
import { useKeptText } from './use-kept-text.ts';

/** Fails when the server refuses the message. */
export type SendMessage = (message: string, files: FilePart[]) => Promise<unknown>;

/** The message that is being written in a conversation. What could not be sent is there again. */
export function useDraft(key: string, onSend: SendMessage, isSending: boolean) {
  const { show } = useToast();
  const [text, setText] = useKeptText(key);
  const typed = useRef(text);
  typed.current = text;
  const attachments = useAttachments((told) => show({ tone: 'danger', title: told }));
  const isOver = useFileDrop(attachments.add);
  return {
    text,
    setText,
    attachments,
    /** Files are being dragged over the page. */
    isOver,
    canSend: text.trim() !== '' && !isSending && attachments.isReady,
    async send() {
      const taken = attachments.take();
      setText('');
      try {
        await onSend(text.trim(), partsOfAttachments(taken));
      } catch (error) {
        setText(typed.current === '' ? text : `${text}\n${typed.current}`);
        attachments.giveBack(taken, error);
      }
    },
    paste(event: ClipboardEvent) {
      const { files, types } = event.clipboardData;
      // What office programs copy has a picture of the words beside the words.
      if (files.length === 0 || types.includes('text/plain')) return;
      event.preventDefault();
      attachments.add([...files]);
    },
  };
}
