import type { DrawnNode } from './drawing.ts';

/** A sign for each family, in a square of 16. */
export const svgIcons: Record<DrawnNode['family'], string> = {
  agent:
    'M3.5 2.5h9a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5H7.5L4.5 13.5v-3h-1A1.5 1.5 0 0 1 2 9V4a1.5 1.5 0 0 1 1.5-1.5zM5.5 6.5h.01M8 6.5h.01M10.5 6.5h.01',
  router: 'M8 13.5V9M8 9 3.5 4.5M8 9l4.5-4.5M3.5 8V4.5H7M9 4.5h3.5V8',
  tools:
    'M13.6 4.2 11.3 6.5 9.5 4.7l2.3-2.3a3.7 3.7 0 0 0-4.7 4.7L2.4 11.8a1.25 1.25 0 0 0 1.8 1.8l4.7-4.7a3.7 3.7 0 0 0 4.7-4.7z',
  human: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c0-2.5 2.2-4 5-4s5 1.5 5 4',
  responder: 'M10.5 3 13 5.5 5.5 13H3v-2.5zM8.5 5l2.5 2.5',
  unknown: 'M6 6a2 2 0 1 1 2.7 1.9c-.5.2-.7.6-.7 1.1v.5M8 12h.01',
};
