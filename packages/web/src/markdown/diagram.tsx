import { Code, Image } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { useIsDark } from '../components/use-is-dark.ts';
import { useObjectUrl } from '../messages/use-object-url.ts';
import { texts } from '../texts.ts';
import { diagramTexts as words } from './diagram-texts.ts';
import { drawDiagram } from './draw-diagram.ts';

const REST_MS = 300;

/** A diagram in Mermaid, drawn once its text has stopped growing; its source is a click away. */
export function Diagram({ source }: { source: string }) {
  const drawn = useDrawn(source);
  const picture = useMemo(
    () => (drawn?.svg === undefined ? undefined : new Blob([drawn.svg], { type: 'image/svg+xml' })),
    [drawn],
  );
  const url = useObjectUrl(picture);
  const [isSource, setIsSource] = useState(false);
  const isPicture = url !== undefined && !isSource;
  return (
    <figure className="code-block">
      <div className="code-block-head">
        <span>{words.language}</span>
        <span className="ml-auto">
          {url !== undefined && (
            <IconButton
              size="sm"
              label={isPicture ? words.source : words.picture}
              icon={isPicture ? <Code aria-hidden /> : <Image aria-hidden />}
              onClick={() => setIsSource(isPicture)}
            />
          )}
          <CopyButton text={source} label={texts.chat.copyCode} />
        </span>
      </div>
      {isPicture ? (
        <div className="diagram">
          <img src={url} alt={words.alt} />
        </div>
      ) : (
        <pre>
          <code>{source}</code>
        </pre>
      )}
      {drawn !== undefined && drawn.svg === undefined && (
        <figcaption className="diagram-problem">{words.notDrawn}</figcaption>
      )}
    </figure>
  );
}

interface Drawn {
  of: string;
  isDark: boolean;
  /** Absent where it could not be drawn. */
  svg?: string;
}

/** `undefined` until it was tried. */
function useDrawn(source: string): Drawn | undefined {
  const isDark = useIsDark();
  const [drawn, setDrawn] = useState<Drawn>();
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(async () => {
      const tried = { of: source, isDark };
      const done = await drawDiagram(source, isDark).then(
        (svg) => ({ ...tried, svg }),
        () => tried,
      );
      if (isWanted) setDrawn(done);
    }, REST_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [source, isDark]);
  return drawn?.of === source && drawn.isDark === isDark ? drawn : undefined;
}
