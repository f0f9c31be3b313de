import type { ApiRun } from '@cadence-agents/contracts';
import { CircleAlert, CircleOff, CirclePause } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../components/cx.ts';
import { texts } from '../../texts.ts';
import { type FedRun, useRunView } from '../runs/use-run-view.ts';

const errorOf = ({ view }: FedRun) => view.progress.error;

/** How a run ended, where it is not simply with an answer, and what to do about it. */
export function Outcome({ run, status }: { run: ApiRun; status: ApiRun['status'] }) {
  const told = useRunView(status === 'failed' && run.status === 'running' ? run.id : undefined, errorOf);
  if (status === 'cancelled') return <Note icon={<CircleOff aria-hidden />}>{texts.chat.cancelled}</Note>;
  if (status === 'suspended')
    return (
      <Note tone="warning" icon={<CirclePause aria-hidden />}>
        {texts.chat.limit}
      </Note>
    );
  if (status !== 'failed') return null;
  const error = run.error ?? told;
  return (
    <Note tone="danger" icon={<CircleAlert aria-hidden />}>
      <span className="font-medium">{texts.chat.failed}.</span> {error?.message}{' '}
      {run.error?.hint ?? texts.chat.failedHint}
    </Note>
  );
}

interface NoteProps {
  tone?: 'warning' | 'danger';
  icon: ReactNode;
  children: ReactNode;
}

function Note({ tone, icon, children }: NoteProps) {
  return (
    <p
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx(
        'flex items-start gap-2 rounded-lg px-3 py-2 text-sm break-words [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
        tone === undefined && 'bg-sunken text-muted',
        tone === 'warning' && 'bg-warning-soft text-warning',
        tone === 'danger' && 'bg-danger-soft text-danger',
      )}
    >
      {icon}
      <span className="min-w-0">{children}</span>
    </p>
  );
}
