import type { ApiRun } from '@cadence-agents/contracts';
import {
  CircleCheck,
  CircleOff,
  CirclePause,
  CircleX,
  Clock,
  LoaderCircle,
  UserRound,
  WifiOff,
} from 'lucide-react';
import { useIsConnected } from '../../api/use-connection.ts';
import { Badge, type BadgeTone } from '../../components/badge.tsx';
import { texts } from '../../texts.ts';

const looks: Record<ApiRun['status'], { tone: BadgeTone; icon: typeof Clock }> = {
  queued: { tone: 'neutral', icon: Clock },
  running: { tone: 'accent', icon: LoaderCircle },
  completed: { tone: 'success', icon: CircleCheck },
  suspended: { tone: 'warning', icon: CirclePause },
  awaiting_human: { tone: 'warning', icon: UserRound },
  failed: { tone: 'danger', icon: CircleX },
  cancelled: { tone: 'neutral', icon: CircleOff },
};

export function RunStatusBadge({ status }: { status: ApiRun['status'] }) {
  const isConnected = useIsConnected();
  // What a run that was under way is doing now, nobody here knows.
  if (!isConnected && (status === 'running' || status === 'queued'))
    return <Badge icon={<WifiOff aria-hidden />}>{texts.shell.connection.waiting}</Badge>;
  const { tone, icon: Icon } = looks[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden className={status === 'running' ? 'animate-spin' : ''} />}>
      {texts.runs.statuses[status]}
    </Badge>
  );
}
