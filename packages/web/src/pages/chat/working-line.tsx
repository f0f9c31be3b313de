import type { ApiRun } from '@cadence-agents/contracts';
import { useIsConnected } from '../../api/use-connection.ts';
import { texts } from '../../texts.ts';
import { type FedRun, useRunView } from '../runs/use-run-view.ts';

export interface WorkingLineProps {
  runId: string | undefined;
  status: ApiRun['status'];
  hasText: boolean;
}

const progressOf = ({ view }: FedRun) => view.progress;
const isStaleOf = ({ view }: FedRun) => view.answer.isStale;

/** Who is at work, as long as no answer is seen to grow. */
export function WorkingLine({ runId, status, hasText }: WorkingLineProps) {
  const { activeNode, toolsAtWork } = useRunView(runId, progressOf);
  const isStale = useRunView(runId, isStaleOf);
  const isConnected = useIsConnected();
  if (status === 'awaiting_human' || (isConnected && hasText && !isStale)) return null;
  const [tool] = Object.values(toolsAtWork);
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted">
      <span aria-hidden className="flex gap-1">
        {['0ms', '160ms', '320ms'].map((delay) => (
          <span
            key={delay}
            className="size-1.5 animate-pulse rounded-full bg-accent"
            style={{ animationDelay: delay }}
          />
        ))}
      </span>
      {isConnected ? wordsFor(status, activeNode, tool) : texts.shell.connection.waiting}
    </p>
  );
}

function wordsFor(status: ApiRun['status'], node: string | null, tool: string | undefined): string {
  if (status === 'queued') return texts.chat.queued;
  if (tool !== undefined) return texts.chat.usingTool(tool);
  return node === null ? texts.chat.thinking : texts.chat.thinkingAt(node);
}
