import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Tells screen readers where a link has led. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(() => router.subscribe('onRendered', () => setTitle(document.title)), [router]);
  return (
    <div aria-live="polite" className="sr-only">
      {title}
    </div>
  );
}
