import { scaleToFit } from './best-layout.ts';
import type { Size } from './read-layout.ts';
import type { Point } from './rounded-path.ts';

const MARGIN = 8;
const MOST = 1.1;
/** From here on names are at least 11 pixels high: `graph.css` makes them larger as the picture gets smaller. */
const READABLE = 0.56;
/** With all details: see `FAR` in `graph-view.tsx`. */
const CLOSE = 0.95;

export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}

/** The whole picture, lines included, in the middle. */
export function wholePicture(picture: Point & Size, frame: Size): Viewport {
  const inner = { width: frame.width - 2 * MARGIN, height: frame.height - 2 * MARGIN };
  const whole = scaleToFit(picture, inner);
  const zoom =
    whole === 1 ? Math.min(MOST, inner.width / picture.width, inner.height / picture.height) : whole;
  return centred(picture, frame, zoom);
}

const centred = (picture: Point & Size, frame: Size, zoom: number): Viewport => ({
  zoom,
  x: (frame.width - picture.width * zoom) / 2 - picture.x * zoom,
  y: (frame.height - picture.height * zoom) / 2 - picture.y * zoom,
});

/** The whole picture, no larger than it is seen now; nothing where it could not be read. */
export function readableWhole(picture: Point & Size, frame: Size, now: number): Viewport | undefined {
  const whole = wholePicture(picture, frame);
  if (whole.zoom < READABLE) return undefined;
  return whole.zoom <= now ? whole : centred(picture, frame, now);
}

/** The whole picture where it can be read, or else as much as there is room for around a place in it. */
export function viewportOf(picture: Point & Size, frame: Size, around: Point & Size): Viewport {
  const whole = wholePicture(picture, frame);
  return whole.zoom >= READABLE
    ? whole
    : closeUp(picture, frame, around, readableZoom(frame, around) ?? CLOSE);
}

/** At which all of a place is seen; absent where it could not be read then. */
export function readableZoom(frame: Size, place: Size): number | undefined {
  const zoom = Math.min(
    CLOSE,
    (frame.width - 2 * MARGIN) / place.width,
    (frame.height - 2 * MARGIN) / place.height,
  );
  return zoom >= READABLE ? zoom : undefined;
}

/** A place in the middle, as far as no empty space is shown for it. */
export function closeUp(picture: Point & Size, frame: Size, around: Point & Size, zoom: number): Viewport {
  const along = (room: number, from: number, length: number, middle: number) => {
    const [start, drawn] = [from * zoom, length * zoom];
    if (drawn + 2 * MARGIN <= room) return (room - drawn) / 2 - start;
    return Math.min(MARGIN - start, Math.max(room - drawn - MARGIN - start, room / 2 - middle * zoom));
  };
  return {
    zoom,
    x: along(frame.width, picture.x, picture.width, around.x + around.width / 2),
    y: along(frame.height, picture.y, picture.height, around.y + around.height / 2),
  };
}
