export const diagramTexts = {
  alt: 'A diagram. Show its source to read it.',
  language: 'mermaid',
  source: 'Show the source',
  picture: 'Show the picture',
  notDrawn: 'This diagram cannot be drawn, so here is its source.',
} as const;
