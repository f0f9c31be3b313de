import type { EndpointReply, endpoints } from '@cadence-agents/contracts';
import { X } from 'lucide-react';
import { Card } from '../../components/card.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { texts } from '../../texts.ts';
import { pluginsTexts } from './plugins-texts.ts';

const words = pluginsTexts.report;

export interface ReloadReportProps {
  report: EndpointReply<typeof endpoints.reloadPlugins>;
  onClose: () => void;
}

/** What a reload changed. */
export function ReloadReport({ report, onClose }: ReloadReportProps) {
  const { added, changed, removed, failed } = report;
  const lists = [
    { title: words.added, names: added },
    { title: words.changed, names: changed },
    { title: words.removed, names: removed },
  ].filter(({ names }) => names.length > 0);
  const isQuiet = lists.length === 0 && failed.length === 0;
  const close = (
    <IconButton size="sm" label={texts.common.close} icon={<X aria-hidden />} onClick={onClose} />
  );
  return (
    <div role="status">
      <Card title={words.title} actions={close}>
        {isQuiet && <p className="text-muted">{words.nothing}</p>}
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
          {lists.map(({ title, names }) => (
            <div key={title} className="contents">
              <dt className="text-muted">{title}</dt>
              <dd className="min-w-0 font-medium break-words">{names.join(', ')}</dd>
            </div>
          ))}
          {failed.map(({ slug, reason }) => (
            <div key={slug} className="contents">
              <dt className="text-danger">{words.failed}</dt>
              <dd className="min-w-0 break-words">
                <span className="font-medium">{slug}</span>
                <span className="block text-xs whitespace-pre-line text-muted">{reason}</span>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}
