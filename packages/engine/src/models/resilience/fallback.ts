import { CadenceError, type ChatModel, type ErrorCode } from '@cadence-agents/contracts';
import { TextWatch } from './text-watch.ts';

const anotherMayDo: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'MODEL_AUTH',
  'MODEL_REFUSED',
  'MODEL_RATE_LIMITED',
  'MODEL_UNAVAILABLE',
  'MODEL_TIMEOUT',
  'MODEL_BAD_REPLY',
]);

/** The first model; when it fails, the next ones in turn. */
export function withFallbacks(models: readonly [ChatModel, ...ChatModel[]]): ChatModel {
  const [first] = models;
  return {
    name: first.name,
    async generate(request, options) {
      const watch = new TextWatch(options);
      const failures: { model: string; error: CadenceError }[] = [];
      for (const model of models) {
        if (failures.length > 0) watch.restart();
        try {
          return await model.generate(request, watch.options);
        } catch (error) {
          if (!mayPassOn(error) || options.signal.aborted) throw error;
          failures.push({ model: model.name, error });
          if (model !== models.at(-1)) options.onFailed?.(model.name, error.code);
          if (!watch.canRestart) break;
        }
      }
      throw allFailed(failures);
    },
  };
}

function mayPassOn(error: unknown): error is CadenceError {
  return CadenceError.is(error) && anotherMayDo.has(error.code);
}

/** One error for all failures, with the code and the hint of the first model. */
function allFailed(failures: { model: string; error: CadenceError }[]): CadenceError {
  const [asked] = failures;
  if (asked === undefined) return CadenceError.from(undefined);
  if (failures.length === 1) return asked.error;
  const reasons = failures.map(({ error }) => error.message).join(' ');
  return new CadenceError(asked.error.code, `All ${failures.length} models failed. ${reasons}`, {
    hint: asked.error.hint,
    details: {
      tried: failures.map(({ model, error }) => ({ model, code: error.code, details: error.details })),
    },
    cause: asked.error,
  });
}
