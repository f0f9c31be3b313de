import type {
  ModelCallOptions,
  ModelReply,
  RecordedCall,
  RecordedStream,
  ToolCallPiece,
} from '@cadence-agents/contracts';
import { now } from '../machine.ts';
import type { SecretValues } from '../masking/secret-values.ts';
import { storableText } from '../nodes/storable-text.ts';

/** What is told beside the words: thoughts, which have no id, or the arguments of a call. */
interface Aside {
  id?: string;
  name?: string;
}

/** Notes how a reply comes, piece by piece. */
export class CallWatch {
  /** The call's own, watched. */
  readonly options: ModelCallOptions;
  readonly #mask: SecretValues['mask'];
  readonly #began = now();
  #last = this.#began;
  #pieces: string[] = [];
  #waits: number[] = [];
  /** Which aside each piece is of, 0 for the words; nothing while there are only words. */
  #of: number[] = [];
  #asides: Aside[] = [];
  readonly #restarted: RecordedStream[] = [];
  readonly #failed: [string, string][] = [];

  constructor(given: ModelCallOptions, { mask }: SecretValues) {
    this.#mask = mask;
    const { onText, onReasoning, onToolCall, onRestart } = given;
    this.options = {
      ...given,
      onFailed: (model, code) => void this.#failed.push([model, code]),
      ...(onText && {
        onText: (piece) => {
          this.#note(0, piece);
          onText(piece);
        },
      }),
      ...(onReasoning && {
        onReasoning: (piece) => {
          this.#noteAside({}, piece);
          onReasoning(piece);
        },
      }),
      ...(onToolCall && {
        onToolCall: (piece: ToolCallPiece) => {
          this.#noteAside({ id: piece.id, name: piece.name }, piece.text);
          onToolCall(piece);
        },
      }),
      ...(onRestart && {
        onRestart: () => {
          this.#restarted.push(this.#stream());
          [this.#pieces, this.#waits, this.#of, this.#asides] = [[], [], [], []];
          onRestart();
        },
      }),
    };
  }

  end(reply: ModelReply | undefined): Partial<RecordedCall> & Pick<RecordedCall, 'ms'> {
    return {
      ms: now() - this.#began,
      ...(this.#pieces.length > 0 && { pieces: this.#stream(reply) }),
      ...(this.#restarted.length > 0 && { restarted: this.#restarted }),
      ...(this.#failed.length > 0 && { failed: this.#failed }),
    };
  }

  #note(of: number, piece: string): void {
    const time = now();
    this.#pieces.push(piece);
    this.#waits.push(time - this.#last);
    if (this.#asides.length > 0) this.#of.push(of);
    this.#last = time;
  }

  #noteAside(whose: Aside, piece: string): void {
    if (this.#asides.length === 0) this.#of = this.#pieces.map(() => 0);
    // Calls that share an id are told apart by their tools, since not every tool's arguments are shown.
    let index = this.#asides.findIndex(({ id, name }) => id === whose.id && name === whose.name);
    if (index < 0) index = this.#asides.push(whose) - 1;
    this.#note(index + 1, piece);
  }

  /** What the reply has is not kept twice. */
  #stream(reply?: ModelReply): RecordedStream {
    const stored = (text: string) => storableText(this.#mask(text));
    const lengths = this.#pieces.map((piece) => piece.length);
    if (reply && this.#asides.length === 0) return { lengths, waits: this.#waits };
    const [words = '', ...asides] = this.#texts();
    return {
      lengths,
      waits: this.#waits,
      ...(this.#asides.length > 0 && {
        of: this.#of.map((number) => number.toString(36)).join(''),
        asides: this.#asides.map((whose, index) => {
          const text = asides[index] ?? '';
          return { ...whose, ...(asideText(whose, reply) !== text && { text: stored(text) }) };
        }),
      }),
      ...(!reply && { text: stored(words) }),
    };
  }

  /** The words, and each aside. */
  #texts(): string[] {
    const texts = ['', ...this.#asides.map(() => '')];
    for (const [at, piece] of this.#pieces.entries()) {
      const number = this.#of[at] ?? 0;
      texts[number] = (texts[number] ?? '') + piece;
    }
    return texts;
  }
}

/** What a reply has of an aside. */
export function asideText({ id }: { id?: string }, reply: ModelReply | undefined): string | undefined {
  if (id === undefined) return reply?.reasoning;
  const [call, ...others] = reply?.toolCalls.filter((made) => made.id === id) ?? [];
  // Which of the calls that share an id it is cannot be told.
  return call && others.length === 0 ? JSON.stringify(call.args) : undefined;
}
