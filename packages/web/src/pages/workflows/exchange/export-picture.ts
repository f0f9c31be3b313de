import { drawMermaid, drawSvg, type Kinds, readDefinition } from '@cadence-agents/workflow';
import { saveFile } from '../../../components/save-file.ts';

export type PictureFormat = 'mermaid' | 'svg' | 'png';

/** Saves the picture of a definition that has the form of one, whatever is wrong with it otherwise. */
export async function exportPicture(
  id: string,
  document: unknown,
  kinds: Kinds,
  format: PictureFormat,
): Promise<void> {
  const definition = readDefinition(document);
  if (!definition) return;
  if (format === 'mermaid')
    return saveFile(`${id}.mmd`, new Blob([drawMermaid(definition, kinds)], { type: 'text/plain' }));
  const svg = new Blob([await drawSvg(definition, kinds)], { type: 'image/svg+xml' });
  saveFile(`${id}.${format}`, format === 'svg' ? svg : await asPng(svg));
}

/** Twice as fine as it is on the screen. */
const FINE = 2;

async function asPng(svg: Blob): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width * FINE, image.height * FINE);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
}
