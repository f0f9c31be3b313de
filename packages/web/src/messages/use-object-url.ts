import { useEffect, useState } from 'react';

/**
 * An address under which the page itself can show bytes, for as long as it is shown. It is forgotten only once
 * nothing on the page has it any more: what is drawn anew in other colours is otherwise sought in vain.
 */
export function useObjectUrl(bytes: Blob | undefined): string | undefined {
  const [made, setMade] = useState<{ bytes: Blob; url: string }>();
  useEffect(() => {
    if (bytes === undefined) return;
    const url = URL.createObjectURL(bytes);
    setMade({ bytes, url });
    return () => URL.revokeObjectURL(url);
  }, [bytes]);
  return made !== undefined && made.bytes === bytes ? made.url : undefined;
}
