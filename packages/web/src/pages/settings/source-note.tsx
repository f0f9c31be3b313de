import type { ApiSetting } from '@cadence-agents/contracts';
import { TimeAgo } from '../../components/time-ago.tsx';
import { valuesTexts as words } from './values-texts.ts';

/** Where a value comes from, if not from the defaults, and what stands in the way of another. */
export function SourceNote({ setting }: { setting: ApiSetting }) {
  const { source, pinned, entered, env, inForce } = setting;
  if (pinned === true) return <p className="mt-1 text-xs text-faint">{words.pinned(env, source)}</p>;
  if (source !== 'entered' || !entered) return null;
  return (
    <p className="mt-1 text-xs text-faint">
      {words.enteredBy(entered.by)} <TimeAgo time={entered.at} />
      {inForce === false && ` ${words.notYet}`}
    </p>
  );
}
