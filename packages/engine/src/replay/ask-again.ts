import type { ChatModel, ModelRequest, RecordedCall } from '@cadence-agents/contracts';
import { type FileSource, loadFiles } from '../files/loaded-files.ts';
import { noSecrets } from '../masking/secret-values.ts';
import { repairPairing } from '../models/tool-call-pairing.ts';
import { createRecorder } from '../recording/recorder.ts';
import { type AskedLimits, callLimits } from '../window/call-limits.ts';
import { withinWindow } from '../window/context-window.ts';

export interface AskAgainOptions {
  files: FileSource;
  limits: AskedLimits;
  /** Masks secrets in what the model says. */
  mask: (text: string) => string;
  signal: AbortSignal;
  /** In milliseconds since the epoch. */
  deadline: number;
}

export interface AskedAgain {
  /** As it was sent: within the window of the model. */
  request: ModelRequest;
  recorded: RecordedCall;
}

/** One call of a model outside any run, made as nodes make theirs and noted as a run's would be. */
export async function askAgain(
  model: ChatModel,
  given: ModelRequest,
  { files, limits: asked, mask, signal, deadline }: AskAgainOptions,
): Promise<AskedAgain> {
  // Files are known by their parts: those of a replay were never loaded.
  const messages = repairPairing(structuredClone(given.messages));
  await loadFiles(messages, files);
  const limits = callLimits(model, asked);
  const request = {
    ...withinWindow({ ...given, messages }, limits.room),
    maxOutputTokens: limits.output,
  };
  let recorded: RecordedCall | undefined;
  const { outside } = createRecorder({
    secrets: { ...noSecrets, mask },
    keep: (entry) => {
      if (entry.type === 'model') recorded = entry;
    },
  });
  const unread = () => {};
  await outside.ask(model, request, {
    ...{ signal, deadline, onText: unread, onReasoning: unread, onToolCall: unread, onRestart: unread },
  });
  if (!recorded) throw new Error('A call that ended was not recorded.');
  return { request, recorded };
}
