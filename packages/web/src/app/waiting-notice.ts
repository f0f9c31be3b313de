import type { ApiHandoff } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { waitingHandoffs } from '../api/waiting-handoffs.ts';
import { showWaiting } from '../components/tab-title.ts';
import { texts } from '../texts.ts';

/** Tells those who look elsewhere that somebody waits for them: in the tab's title, and on the desktop if they want. */
export function WaitingNotice() {
  const { data } = useQuery(waitingHandoffs);
  const router = useRouter();
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (data === undefined) return;
    showWaiting(data.length);
    void markApp(data.length);
    const before = known.current;
    known.current = new Set(data.map(({ id }) => id));
    // Those that waited when the page was opened are no news.
    if (before === undefined || !document.hidden) return;
    for (const handoff of data)
      if (!before.has(handoff.id)) notify(handoff, () => void router.navigate({ to: '/inbox' }));
  }, [data, router]);
  return null;
}

/** On the icon of the page, where it was installed as an app. */
async function markApp(count: number): Promise<void> {
  if ('setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => undefined);
}

function notify({ id, calls, question }: ApiHandoff, onOpen: () => void): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const tools = calls?.map(({ name }) => name) ?? [];
  const title = tools.length > 0 ? texts.shell.approvalOf(tools) : question;
  // With one tag it is shown once, however many tabs tell it.
  const notice = new Notification(title, { tag: id, body: texts.shell.waitingNow, icon: '/cadence.svg' });
  notice.addEventListener('click', () => {
    window.focus();
    onOpen();
  });
}
