// Which files a model takes as they are. In place of the others it is told what they say.
import type { ChatModel, FilePart, Message, Part } from '@cadence-agents/contracts';
import { fileKind, PDF } from '../files/file-kind.ts';
import { withFilesTold } from '../files/loaded-files.ts';
import { knownLimits } from './model-limits.ts';

interface Taken {
  image: boolean;
  pdf: boolean;
}

/** Providers whose models all read PDFs. */
const readers: ReadonlySet<string> = new Set(['anthropic', 'google-genai', 'google-vertexai']);

/** By its name. One that is not known is shown pictures, and told what documents say. */
export function takenFiles(model: string): Taken {
  const provider = model.slice(0, Math.max(0, model.indexOf(':')));
  const known = knownLimits(model);
  const image = known?.blind !== true;
  return { image, pdf: image && (readers.has(provider) || (provider === 'openai' && known?.pdf === true)) };
}

function takes({ image, pdf }: Taken, { mediaType }: FilePart): boolean {
  const kind = fileKind(mediaType);
  return kind === 'image' ? image : mediaType !== PDF || pdf;
}

/** The same model; files that it does not take are text in what it is asked. */
export function withTakenFiles(model: ChatModel): ChatModel {
  const taken = takenFiles(model.name);
  if (taken.image && taken.pdf) return model;
  const isUntaken = (part: Part) => part.type === 'file' && !takes(taken, part);
  const told = new WeakMap<Message, Message>();
  const tell = (message: Message): Message => {
    if (!message.parts?.some(isUntaken)) return message;
    const known = told.get(message);
    if (known) return known;
    const changed = withFilesTold(message, isUntaken);
    told.set(message, changed);
    return changed;
  };
  return {
    name: model.name,
    generate: (request, options) =>
      model.generate(
        request.messages.some(({ parts }) => parts?.some(isUntaken))
          ? { ...request, messages: request.messages.map(tell) }
          : request,
        options,
      ),
  };
}
