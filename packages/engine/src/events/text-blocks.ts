// Text on its way, kept in blocks until it is stored. The words of a message are shown as they come; what it has beside
// them, as thoughts, is shown a block at a time.
import type { LiveText, RunEventData } from '@cadence-agents/contracts';
import { commonTime } from './common-time.ts';
import type { AsidePart, TellText } from './emitter.ts';

export interface TextBlocksSetup {
  runId: string;
  /** Shows text that is not stored yet. */
  onText: (text: LiveText) => void;
  /** Seq of the last event that was shown; `undefined` while one waits that has to be shown before any text. */
  shownUpTo: () => number | undefined;
  /** Has what text waits for stored at once. */
  hurry: () => void;
  /** A block was begun, which is due at this time. */
  onBegun: (due: number) => void;
  /** Takes a block that has ended; `isShown` when readers have all of it. */
  onEnded: (node: string, block: Required<RunEventData<'on_chat_model_stream'>>, isShown: boolean) => void;
  /** Takes a block of what is told beside the words. */
  onAside: (node: string, block: RunEventData<'on_message_delta'>) => void;
  /** The longest that text waits to be stored which comes now. */
  blockMs: () => number;
}

export interface TextBlocks {
  text(node: string, messageId: string): TellText;
  aside(node: string, messageId: string, part: AsidePart): TellText;
  /** Ends the block under way, if there is one. */
  end(): void;
  /** Shows what was held back, if it may be shown now. */
  show(): void;
}

/** Text of one message since its last block. */
interface Block {
  node: string;
  messageId: string;
  offset: number;
  text: string;
  /** How much of the text was shown. */
  shown: number;
}

/** Blocks are due at so many times within the longest that one waits. */
const DUE_TIMES = 10;
/** Nobody sees what is told beside the words before it is stored. */
const LONGEST_ASIDE_MS = 250;

export function createTextBlocks(setup: TextBlocksSetup): TextBlocks {
  const { runId, onText, shownUpTo, blockMs } = setup;
  let block: Block | undefined;

  const begun = (longestMs: number) => setup.onBegun(commonTime(longestMs, DUE_TIMES));
  const asides = createAsideBlocks(setup.onAside, () => {
    end();
    begun(Math.min(blockMs(), LONGEST_ASIDE_MS));
  });
  const end = () => {
    asides.end();
    if (!block) return;
    const { node, messageId, offset, text, shown } = block;
    block = undefined;
    setup.onEnded(node, { chunk: text, messageId, offset }, shown === text.length);
  };
  const show = () => {
    const after = block && block.shown < block.text.length ? shownUpTo() : undefined;
    if (!block || after === undefined) return;
    const { node, messageId, text, shown } = block;
    block.shown = text.length;
    const offset = block.offset + shown;
    const rest = shown > 0 ? text.slice(shown) : text;
    onText({ type: 'text', runId, after, node, messageId, offset, text: rest });
  };
  return {
    end,
    show,
    aside: asides.tell,
    text(node, messageId) {
      let offset = 0;
      return (piece) => {
        // One after the other, as they were said.
        if (block?.messageId !== messageId || asides.isOpen()) {
          end();
          block = { node, messageId, offset, text: '', shown: 0 };
          begun(blockMs());
        }
        const isNext = block.shown === block.text.length;
        block.text += piece;
        const after = shownUpTo();
        if (after === undefined) setup.hurry();
        else if (isNext) {
          block.shown = block.text.length;
          onText({ type: 'text', runId, after, node, messageId, offset, text: piece });
        } else show();
        offset += piece.length;
      };
    },
  };
}

/** What a message has beside its words, since its last block. */
interface Aside extends Omit<Block, 'shown'> {
  part: AsidePart;
}

function createAsideBlocks(onEnded: TextBlocksSetup['onAside'], beforeNext: () => void) {
  let aside: Aside | undefined;
  return {
    isOpen: () => aside !== undefined,
    end() {
      if (!aside) return;
      const { node, messageId, part, offset, text } = aside;
      aside = undefined;
      onEnded(node, { messageId, ...part, delta: text, offset });
    },
    tell(node: string, messageId: string, part: AsidePart): TellText {
      let offset = 0;
      return (piece) => {
        if (aside?.part !== part) {
          beforeNext();
          aside = { node, messageId, part, offset, text: '' };
        }
        aside.text += piece;
        offset += piece.length;
      };
    },
  };
}
