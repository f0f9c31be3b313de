import { useEffect, useState } from 'react';
import { timeAgo } from './relative-time.ts';

/** "3 minutes ago", kept fresh; the exact time on hover and for machines. */
export function TimeAgo({ time }: { time: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(time);
  return (
    <time dateTime={time} title={date.toLocaleString()} className="whitespace-nowrap">
      {timeAgo(date.getTime(), Math.max(now, date.getTime()))}
    </time>
  );
}
