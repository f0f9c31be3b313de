import { CadenceError } from '@cadence-agents/contracts';
import type { Embeddings } from '@cadence-agents/engine';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

export interface EmbeddingInput {
  /** The name of the model, with or without its provider. */
  model: string;
  texts: readonly string[];
  dimensions?: number | undefined;
  signal: AbortSignal;
}

/** Texts as vectors, by the model that is set for that. */
export async function embedTexts(
  context: Pick<AppContext, 'embeddings'>,
  principal: Principal,
  { model, texts, ...options }: EmbeddingInput,
): Promise<Embeddings & { model: string }> {
  authorize(principal, 'tool.call');
  const embeddings = context.embeddings();
  const name = embeddings?.name ?? '';
  if (!embeddings || (model !== name && `${name.split(':', 1)[0]}:${model}` !== name)) {
    throw new CadenceError('MODEL_UNKNOWN', `There is no model for embeddings "${model}".`, {
      hint: embeddings ? `Use "${name}".` : 'The operator can set one: CADENCE_EMBEDDING_MODEL.',
    });
  }
  return { model: name, ...(await embeddings.embed(texts, options)) };
}
