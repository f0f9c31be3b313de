// Small documents of each kind that is read, made by hand.
import { strToU8, zipSync } from 'fflate';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
export const DOCX = `${OFFICE}.wordprocessingml.document`;
export const XLSX = `${OFFICE}.spreadsheetml.sheet`;
export const PPTX = `${OFFICE}.presentationml.presentation`;

const archive = (parts: Record<string, string>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))),
  );

export const docx = (...paragraphs: string[]) =>
  archive({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document><w:body>${paragraphs
      .map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)
      .join('')}</w:body></w:document>`,
  });

export const pptx = (...slides: string[]) =>
  archive(
    Object.fromEntries(
      slides.map((text, index) => [
        `ppt/slides/slide${index + 1}.xml`,
        `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`,
      ]),
    ),
  );

export const xlsx = () =>
  archive({
    'xl/workbook.xml': '<workbook/>',
    'xl/sharedStrings.xml': '<sst><si><t>Swans</t></si><si><t>A &amp; B</t></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row><c t="s"><v>0</v></c><c><v>7</v></c></row><row><c t="s"><v>1</v></c><c t="inlineStr"><is><t>there</t></is></c></row></sheetData></worksheet>',
  });

/** Far less than what it would be. */
export const bomb = () =>
  new Uint8Array(zipSync({ 'word/document.xml': [new Uint8Array(70 * 2 ** 20), { level: 1 }] }));

/** One page for each text; a page without one has nothing that can be read. */
export function pdf(...pages: string[]): Uint8Array<ArrayBuffer> {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>'];
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [index, text] of pages.entries()) {
    const content = text === '' ? '' : `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
