import type { WorkflowDefinition } from '@cadence-agents/contracts';
import type { Kinds } from '../kinds/kinds.ts';
import { curve, round } from './curve.ts';
import { drawingOf } from './drawing.ts';
import { escapeXml } from './escape-xml.ts';
import { kindText, type Layout, layOut, type PlacedLine, type PlacedNode, type Point } from './layout.ts';
import { svgIcons } from './svg-icons.ts';
import { svgLegend } from './svg-legend.ts';
import { svgStyle } from './svg-style.ts';
import { fitText, textWidth } from './text-width.ts';

const MARGIN = 28;
const TOP = 64;
const BOTTOM = 52;
const TITLE_SIZE = 17;

/** The picture that `drawSvg` gives. */
export function renderSvg(definition: WorkflowDefinition, kinds?: Kinds): string {
  const drawing = drawingOf(definition, kinds);
  const layout = layOut(drawing);
  const title = fitText(drawing.title, 48);
  const legend = svgLegend(drawing);
  const inner = Math.max(layout.bounds.width, textWidth(title) * TITLE_SIZE, legend.width);
  const width = Math.ceil(inner + 2 * MARGIN);
  const height = Math.ceil(layout.bounds.height + TOP + BOTTOM);
  const left = round(width / 2 - layout.bounds.x);
  const top = round(TOP + layout.bounds.height / 2 - layout.bounds.y);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escapeXml(drawing.title)}</title>`,
    `<style>${svgStyle}</style>`,
    `<defs>${arrowhead('arrow', 'head')}${arrowhead('arrow-always', 'head-always')}</defs>`,
    `<rect class="card" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="16"/>`,
    `<text class="title" x="${MARGIN}" y="38">${escapeXml(title)}</text>`,
    `<g transform="translate(${left} ${top})">`,
    ...marks(layout),
    ...layout.lines.map(lineOf),
    ...layout.lines.flatMap(labelOf),
    ...layout.nodes.map(nodeOf),
    '</g>',
    `<g transform="translate(${MARGIN} ${height - 24})">${legend.svg}</g>`,
    '</svg>',
  ].join('\n');
}

function arrowhead(id: string, look: string): string {
  return `<marker id="${id}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path class="${look}" d="M0 .8 10 5 0 9.2 2.4 5z"/></marker>`;
}

function marks({ start, ends }: Layout): string[] {
  const drawn = ends.map(endMark);
  if (start === undefined) return drawn;
  const { box, points } = start;
  return [
    ...drawn,
    `<circle class="mark" cx="${round(box.x)}" cy="${round(box.y)}" r="7"/>`,
    `<path class="line line-always" d="${curve(points)}" marker-end="url(#arrow-always)"/>`,
  ];
}

function endMark({ x, y }: Point): string {
  const at = `cx="${round(x)}" cy="${round(y)}"`;
  return `<g><title>END</title><circle class="ring" ${at} r="7.5"/><circle class="mark" ${at} r="4.25"/></g>`;
}

function lineOf({ line, points }: PlacedLine): string {
  const head = line.edge.style === 'always' ? 'arrow-always' : 'arrow';
  const start = line.twoWay ? ` marker-start="url(#${head})"` : '';
  const look = `line line-${line.edge.style}`;
  return `<path class="${look}" d="${curve(points)}"${start} marker-end="url(#${head})"><title>${escapeXml(line.title)}</title></path>`;
}

function labelOf({ label }: PlacedLine): string[] {
  if (label === undefined) return [];
  const { x, y, width, height } = label.box;
  const left = round(x - width / 2);
  return [
    `<rect class="pill" x="${left}" y="${round(y - height / 2)}" width="${round(width)}" height="${height}" rx="10"/>`,
    `<text class="label" x="${round(x)}" y="${round(y + 4)}" text-anchor="middle">${escapeXml(label.text)}</text>`,
  ];
}

function nodeOf({ node, box, text, badge }: PlacedNode): string {
  const { width, height } = box;
  const at = `translate(${round(box.x - width / 2)} ${round(box.y - height / 2)})`;
  return [
    `<g class="${node.family}" transform="${at}"><title>${escapeXml(`${node.name} (${node.kind})`)}</title>`,
    `<rect class="box" width="${width}" height="${height}" rx="12"/>`,
    `<rect class="badge" x="11" y="11" width="32" height="32" rx="9"/>`,
    `<path class="icon" transform="translate(19 19)" d="${svgIcons[node.family]}"/>`,
    `<text class="name" x="53" y="24">${escapeXml(text)}</text>`,
    `<text class="kind" x="53" y="41">${escapeXml(kindText(node))}</text>`,
    badge ? endMark({ x: width - 22, y: height / 2 }) : '',
    '</g>',
  ].join('');
}
