import { useCallback, useRef, useState } from 'react';

const NEAR = 80;

/** Keeps the end of a growing list in sight, unless the reader has scrolled away from it. */
export function useStickToEnd() {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const scroller = useRef<HTMLElement>(null);
  const sticks = useRef(true);

  const attach = useCallback((element: HTMLElement | null) => {
    scroller.current = element;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    element.scrollTop = element.scrollHeight;
    const onScroll = () => {
      sticks.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
      setIsAtEnd(sticks.current);
    };
    const follow = () => {
      if (sticks.current) element.scrollTop = element.scrollHeight;
    };
    const observer = new ResizeObserver(follow);
    observer.observe(content);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, []);

  const toEnd = useCallback(() => {
    sticks.current = true;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    setIsAtEnd(true);
  }, []);

  return { attach, isAtEnd, toEnd };
}
