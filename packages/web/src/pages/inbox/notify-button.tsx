import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { inboxTexts } from '../../handoffs/inbox-texts.ts';

/** Asks the browser whether it may tell on the desktop that somebody waits. Gone once that is decided. */
export function NotifyButton() {
  const [permission, setPermission] = useState(() =>
    'Notification' in globalThis ? Notification.permission : 'denied',
  );
  if (permission !== 'default') return null;
  return (
    <Button
      size="sm"
      icon={<Bell aria-hidden />}
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      {inboxTexts.notify}
    </Button>
  );
}
