import { type ReactNode, useEffect, useRef, useState } from 'react';

/** As many rows come and go together. */
const BLOCK = 50;
/** What is this near to what is shown is drawn already. */
const MARGIN = '800px 0px';

export interface NearbyRowsProps {
  /** What the rows are parts of. */
  as: 'ul' | 'tbody';
  className?: string;
  children: () => ReactNode;
}

/**
 * Some rows of a long list. While they are far from what is shown, they are an empty box as high as they were: a list
 * of 10,000 rows has a few hundred in the page. Rows with the focus stay, and so do those in something that is folded.
 */
export function NearbyRows({ as: Rows, className, children }: NearbyRowsProps) {
  const block = useRef<HTMLElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const element = block.current;
    if (element === null) return;
    const look = ([seen]: IntersectionObserverEntry[]) => {
      const mustStay = !element.checkVisibility() || element.contains(document.activeElement);
      if (seen?.isIntersecting) setHeight(undefined);
      else if (!mustStay) setHeight(element.offsetHeight);
    };
    const observer = new IntersectionObserver(look, { rootMargin: MARGIN, scrollMargin: MARGIN });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const attach = (element: HTMLElement | null) => {
    block.current = element;
  };
  if (height === undefined)
    return (
      <Rows ref={attach} className={className}>
        {children()}
      </Rows>
    );
  return (
    <Rows ref={attach} aria-hidden>
      {Rows === 'ul' ? (
        <li style={{ height }} />
      ) : (
        <tr style={{ height }}>
          <td />
        </tr>
      )}
    </Rows>
  );
}

/** Rows in blocks, each with the place of its first row. */
export function blocksOf<Row>(rows: readonly Row[]): { start: number; rows: readonly Row[] }[] {
  return Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, index) => ({
    start: index * BLOCK,
    rows: rows.slice(index * BLOCK, (index + 1) * BLOCK),
  }));
}
