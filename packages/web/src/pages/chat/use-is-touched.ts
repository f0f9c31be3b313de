import { useEffect, useState } from 'react';

const signs = ['pointermove', 'pointerdown', 'keydown', 'input'] as const;
let isTouched = false;

/** Whether somebody has begun to use the page: what its first load need not wait for may come now. */
export function useIsTouched(): boolean {
  const [isKnown, setIsKnown] = useState(isTouched);
  useEffect(() => {
    const listening = new AbortController();
    const notice = () => {
      isTouched = true;
      setIsKnown(true);
      listening.abort();
    };
    for (const sign of signs)
      window.addEventListener(sign, notice, { signal: listening.signal, passive: true });
    return () => listening.abort();
  }, []);
  return isKnown;
}
