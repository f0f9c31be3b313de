import mermaid from 'mermaid';

/** Of text, and of the lines and chained nodes in it: laying out takes the more, the more there are. */
const LONGEST = 8_000;
const MOST_PARTS = 250;
const MOST_EDGES = 200;

/** The colours of the page; Mermaid's own dark ones are drawn with light shadows. */
const dark = {
  darkMode: true,
  background: '#14161d',
  mainBkg: '#24264a',
  primaryColor: '#24264a',
  primaryTextColor: '#eceef5',
  primaryBorderColor: '#8f92f5',
  secondaryColor: '#1f3a33',
  tertiaryColor: '#1d2029',
  lineColor: '#a5a9b8',
  textColor: '#eceef5',
  edgeLabelBackground: '#1d2029',
  noteBkgColor: '#3a2f16',
  noteTextColor: '#f3e3bb',
  noteBorderColor: '#8a6d2a',
  dropShadow: 'none',
};

let count = 0;

/**
 * A diagram in Mermaid as SVG. The text is a model's, so nothing in it may change how it is drawn, and what comes of it
 * is only ever shown as a picture, in which nothing runs, nothing is fetched and nothing can be followed.
 */
export async function drawDiagram(source: string, isDark: boolean): Promise<string> {
  const parts = source.split(/[\n;&]/).length;
  if (source.length > LONGEST || parts > MOST_PARTS) throw new Error('The diagram is too large.');
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: Object.keys(mermaid.mermaidAPI.defaultConfig),
    suppressErrorRendering: true,
    htmlLabels: false,
    maxTextSize: LONGEST,
    maxEdges: MOST_EDGES,
    theme: isDark ? 'base' : 'default',
    themeVariables: isDark ? dark : {},
    fontFamily: 'ui-sans-serif, system-ui, sans-serif',
  });
  count += 1;
  const { svg } = await mermaid.render(`diagram-${count}`, source);
  return sized(svg);
}

/** A picture has the size that the drawing has by itself; the page makes it no wider than there is room. */
function sized(svg: string): string {
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const root = drawn.documentElement;
  const [, , width, height] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (root.localName !== 'svg' || !width || !height) throw new Error('The diagram is empty.');
  root.setAttribute('width', String(Math.ceil(width)));
  root.setAttribute('height', String(Math.ceil(height)));
  return new XMLSerializer().serializeToString(drawn);
}
