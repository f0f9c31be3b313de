import type { ModelCallOptions, ToolCallPiece } from '@cadence-agents/contracts';
import type { MaskedStream } from '../masking/secret-values.ts';
import { type StopFilter, stopFilter } from '../replies/stop-texts.ts';
import { TextFieldReader } from '../replies/text-field.ts';
import { thinkingFilter } from '../replies/thinking.ts';
import type { NodeContext } from './node-behaviour.ts';
import { inWholeCharacters } from './storable-text.ts';

export interface ShownReplyOptions {
  /** The reply is JSON, and the text of this field is what it says. */
  field?: string | undefined;
  /** The tools whose arguments are shown while they are written. */
  tools?: ReadonlySet<string> | undefined;
  /** The words end before the first of these. */
  stop?: readonly string[];
}

/** A reply on its way to the readers: its words, its thoughts and the arguments of its calls, each without secrets. */
export class ShownReply {
  readonly #context: Pick<NodeContext, 'text' | 'secrets'>;
  readonly #tools: ReadonlySet<string> | undefined;
  readonly #words: MaskedStream;
  readonly #inJson: TextFieldReader | undefined;
  readonly #stopped: StopFilter | undefined;
  readonly #text: ReturnType<typeof thinkingFilter>;
  /** Few replies have any. */
  #asides: Map<string, MaskedStream> | undefined;

  constructor(
    context: Pick<NodeContext, 'text' | 'secrets'>,
    { field, tools, stop = [] }: ShownReplyOptions,
  ) {
    this.#context = context;
    this.#tools = tools;
    const words = this.#masked((piece) => context.text.add(piece));
    const stopped = stop.length === 0 ? undefined : stopFilter(stop, words.push);
    const show = stopped?.push ?? words.push;
    const inJson = field === undefined ? undefined : new TextFieldReader(field, show);
    this.#stopped = stopped;
    this.#words = words;
    this.#inJson = inJson;
    this.#text = thinkingFilter(inJson ? (piece) => inJson.push(piece) : show, (thought) =>
      this.#think(thought),
    );
  }

  /** What a model call is given to tell. */
  get told(): Required<Pick<ModelCallOptions, 'onText' | 'onReasoning' | 'onToolCall'>> {
    return {
      onText: this.#text.push,
      onReasoning: (thought) => this.#think(thought),
      onToolCall: (piece) => this.#call(piece),
    };
  }

  end(): void {
    this.#text.end();
    this.#stopped?.end();
    this.#words.end();
    for (const aside of this.#asides?.values() ?? []) aside.end();
  }

  /** Begins anew, with what stands of the reply. */
  reset(said: string): void {
    this.#text.reset();
    this.#inJson?.reset();
    this.#stopped?.reset();
    this.#words.reset();
    this.#asides = undefined;
    if (said !== '') this.#text.push(said);
  }

  #think(thought: string): void {
    this.#aside('thoughts', (piece) => this.#context.text.think(piece)).push(thought);
  }

  #call({ id, name, text }: ToolCallPiece): void {
    if (!this.#tools?.has(name)) return;
    this.#aside(`call ${id}`, (piece) => this.#context.text.call({ id, name, text: piece })).push(text);
  }

  #aside(key: string, handOn: (piece: string) => void): MaskedStream {
    this.#asides ??= new Map();
    const known = this.#asides.get(key) ?? this.#masked(handOn);
    this.#asides.set(key, known);
    return known;
  }

  #masked(handOn: (piece: string) => void): MaskedStream {
    const whole = inWholeCharacters(handOn);
    const masked = this.#context.secrets.stream(whole.push);
    return {
      push: masked.push,
      end() {
        masked.end();
        whole.end();
      },
      reset() {
        masked.reset();
        whole.reset();
      },
    };
  }
}
