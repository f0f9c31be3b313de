import { useCallback, useState } from 'react';

const noneOpened: ReadonlySet<string> = new Set();

export type Folding = ReturnType<typeof useFolding>;

/** Which boxes are opened, by key. */
export function useFolding() {
  const [opened, setOpened] = useState(noneOpened);
  const [touched, setTouched] = useState<string>();
  const onToggle = useCallback((key: string) => {
    setTouched(key);
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }, []);
  return { opened, touched, onToggle };
}
