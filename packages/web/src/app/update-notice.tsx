import { RotateCw, Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { connection } from '../api/connection.ts';
import { isReplaced } from '../api/page-version.ts';
import { Button } from '../components/button.tsx';
import { texts } from '../texts.ts';

const words = texts.shell.update;
const AGAIN_MS = 60_000;

/** Says that the server has another page than this one, until it is loaded. */
export function UpdateNotice() {
  const isOld = useIsOld();
  return (
    <div role="status">
      {isOld && (
        <div className="flex items-center gap-2.5 border-b bg-accent-soft px-4 py-1.5 text-sm text-accent-ink">
          <Sparkles aria-hidden className="size-4 shrink-0" />
          <p className="min-w-0 flex-1">{words.notice}</p>
          <Button size="sm" look="quiet" icon={<RotateCw aria-hidden />} onClick={() => location.reload()}>
            {words.reload}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Asked when the server is back, and when somebody comes back to the tab: servers are replaced meanwhile. */
function useIsOld(): boolean {
  const [isOld, setIsOld] = useState(false);
  useEffect(() => {
    if (isOld) return;
    let asked = Date.now();
    const ask = async () => {
      asked = Date.now();
      if (await isReplaced().catch(() => false)) setIsOld(true);
    };
    const stop = connection.subscribe(() => connection.isUp() && void ask());
    const look = () => {
      if (document.visibilityState === 'visible' && Date.now() - asked > AGAIN_MS) void ask();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [isOld]);
  return isOld;
}
