import type { ApiSafetyTrial } from '@cadence-agents/contracts';
import { safetyTexts as words } from './safety-texts.ts';

/** Whether a text is let in, and how it is shown. */
export function TrialOutcome({ trial: { refused, isTooLong, masked } }: { trial: ApiSafetyTrial }) {
  return (
    <div className="flex flex-col gap-3 border-t pt-3">
      <p className={refused ? 'font-medium text-danger' : 'font-medium text-success'}>
        {refused ? words.refused : words.letIn} {isTooLong && words.tooLong}
      </p>
      <div>
        <h3 className="text-xs font-medium text-muted">{words.masked}</h3>
        <p className="mt-1 max-h-60 overflow-y-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap">
          {masked}
        </p>
      </div>
    </div>
  );
}
