import { useEffect, useRef } from 'react';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';

export interface LoadMoreProps {
  isLoading: boolean;
  onLoad: () => void;
}

/** Stands at the end of a list that has more, and fetches it when it comes near. */
export function LoadMore({ isLoading, onLoad }: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const load = useRef(onLoad);
  useEffect(() => {
    load.current = onLoad;
  });
  useEffect(() => {
    if (isLoading || place.current === null) return;
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) load.current();
      },
      { rootMargin: '400px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <div ref={place} className="mt-1 flex justify-center">
      <Button look="quiet" size="sm" busy={isLoading} onClick={onLoad}>
        {texts.common.more}
      </Button>
    </div>
  );
}
