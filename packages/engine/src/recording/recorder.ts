import {
  CadenceError,
  type ModelReply,
  type RecordedCall,
  type RecordedEntry,
  type RecordedError,
  type UserProfile,
} from '@cadence-agents/contracts';
import { maskFields } from '../masking/redact.ts';
import type { SecretValues } from '../masking/secret-values.ts';
import { storableText } from '../nodes/storable-text.ts';
import type { Outside } from '../outside.ts';
import { CallWatch } from './call-watch.ts';
import { RequestsBefore, requestDigest } from './request-digest.ts';

export interface RecorderSetup {
  /** Masked in what is kept, as everywhere. */
  secrets: SecretValues;
  /** Keeps an entry with the next commit of the run. */
  keep: (entry: RecordedEntry) => void;
}

export interface Recorder {
  outside: Outside;
  /** Keeps what is known of the user, when it is asked for. */
  profile(read: Promise<UserProfile | undefined>): Promise<UserProfile | undefined>;
}

/** Keeps what comes from outside. Results of tools are not among it: the events have them. */
export function createRecorder({ secrets, keep }: RecorderSetup): Recorder {
  /** Entries of replies that may yet be said to be shown. */
  const kept = new Map<ModelReply, RecordedCall>();
  const before = new RequestsBefore();
  const outside: Outside = {
    async ask(model, request, options) {
      const watch = new CallWatch(options, secrets);
      const call: RecordedCall = {
        type: 'model',
        request: requestDigest(model.name, request, before),
        ms: 0,
      };
      const end = () => {
        Object.assign(call, watch.end(call.reply));
        keep(call);
      };
      try {
        const reply = await model.generate(request, watch.options);
        call.reply = recordedReply(reply, secrets);
        kept.set(reply, call);
        end();
        return reply;
      } catch (error) {
        if (!options.signal.aborted) call.error = recordedError(error, secrets.mask);
        end();
        throw error;
      }
    },
    shownAs(reply, messageId) {
      const call = kept.get(reply);
      if (!call?.reply || call.reply.content !== reply.content) return;
      call.shownAs = messageId;
      call.reply = { ...call.reply, content: '' };
    },
    callTool: (_call, _tool, run) => run(),
    async visitKind(node, visit) {
      try {
        const result = await visit();
        keep({ type: 'visit', node, result });
        return result;
      } catch (error) {
        keep({ type: 'visit', node, error: recordedError(error, secrets.mask) });
        throw error;
      }
    },
  };
  return {
    outside,
    async profile(read) {
      const profile = await read;
      keep({ type: 'profile', profile: profile ?? null });
      return profile;
    },
  };
}

/** As it came but for secrets: JSON keeps also what no store takes as text. */
function recordedReply(reply: ModelReply, { mask }: SecretValues): NonNullable<RecordedCall['reply']> {
  return {
    ...reply,
    content: mask(reply.content),
    ...(reply.reasoning !== undefined && { reasoning: mask(reply.reasoning) }),
    toolCalls: reply.toolCalls.map((call) => {
      const { args, malformed } = call;
      const masked = { ...call, args: maskFields(args, mask) };
      return malformed === undefined ? masked : { ...masked, malformed: mask(malformed) };
    }),
  };
}

function recordedError(thrown: unknown, mask: (text: string) => string): RecordedError {
  const { code, message, hint, details } = CadenceError.from(thrown);
  return {
    code,
    message: storableText(mask(message)),
    ...(hint !== undefined && { hint: storableText(mask(hint)) }),
    ...plainDetails(details, mask),
  };
}

/** Those that can be kept. */
function plainDetails(details: unknown, mask: (text: string) => string): { details?: unknown } {
  if (details === undefined) return {};
  try {
    return { details: JSON.parse(storableText(mask(JSON.stringify(details)))) };
  } catch {
    return {};
  }
}
