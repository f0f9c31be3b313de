import { KeyRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../components/button.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { setupTexts as words } from './setup-texts.ts';
import type { Setup } from './use-setup.ts';

const ConnectModel = lazy(async () => ({
  default: (await import('../settings/models/connect-model.tsx')).ConnectModel,
}));

/** For those who run a deployment that has no model yet: the way to one, without a restart. */
export function SetupCard({ setup }: { setup: Setup }) {
  return (
    <section aria-label={words.title} className="rounded-xl border bg-surface px-4 py-3.5 shadow-card">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <KeyRound aria-hidden className="size-4 shrink-0 text-accent" />
        <div className="min-w-0 flex-1 basis-52">
          <h3 className="text-sm font-semibold">{words.title}</h3>
          <p className="text-xs text-muted">
            {words.hint} {words.later}
          </p>
        </div>
        {!setup.isOpen && (
          <div className="flex gap-1.5">
            <Button look="quiet" size="sm" onClick={setup.skip}>
              {words.skip}
            </Button>
            <Button size="sm" onClick={setup.open}>
              {words.start}
            </Button>
          </div>
        )}
      </div>
      {setup.isOpen && (
        <div className="mt-3 border-t pt-3">
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <ConnectModel onDone={setup.close} onCancel={setup.close} />
          </Suspense>
        </div>
      )}
    </section>
  );
}
