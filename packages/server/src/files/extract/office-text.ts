// What documents of an office say: archives of XML, of which only the parts with words are unpacked.
import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { Unreadable } from './unreadable.ts';

const parts =
  /^(?:word\/document|ppt\/slides\/slide\d+|xl\/(?:sharedStrings|workbook|worksheets\/sheet\d+))\.xml$/;
const MOST_PARTS = 2_000;
/** Of all parts, unpacked. */
const MOST_BYTES = 64 * 2 ** 20;

export function officeText(bytes: Uint8Array): string {
  const files = unpacked(bytes);
  const names = Object.keys(files).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const textIn = (name: string) => new TextDecoder().decode(files[name]);
  const document = files['word/document.xml'];
  if (document) return wordsOf(textIn('word/document.xml'), 'w:t', 'w:p');
  const slides = names.filter((name) => name.startsWith('ppt/'));
  if (slides.length > 0) return slides.map((name) => wordsOf(textIn(name), 'a:t', 'a:p')).join('\n\n');
  const shared = files['xl/sharedStrings.xml'] ? listOf(textIn('xl/sharedStrings.xml')) : [];
  const sheets = names.filter((name) => name.startsWith('xl/worksheets/'));
  if (sheets.length === 0) throw new Unreadable('it is not a document of an office');
  return sheets.map((name) => cellsOf(textIn(name), shared)).join('\n\n');
}

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let count = 0;
  let size = 0;
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!parts.test(name)) return false;
        count += 1;
        size += originalSize;
        // What is unpacked is never more than it says of itself here.
        if (count > MOST_PARTS || size > MOST_BYTES) throw new Unreadable('it is far larger than it looks');
        return true;
      },
    });
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('it is damaged');
  }
}

/** The texts of an XML, with a line for each paragraph. */
function wordsOf(xml: string, word: string, paragraph: string): string {
  let text = '';
  let isWord = false;
  const parser = new Parser(
    {
      onopentag(name) {
        isWord = name === word;
        if (name === 'w:tab') text += '\t';
      },
      onclosetag(name) {
        isWord = false;
        if (name === paragraph) text += '\n';
      },
      ontext(said) {
        if (isWord) text += said;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return text;
}

/** The texts that the cells of all sheets share. */
function listOf(xml: string): string[] {
  const list: string[] = [];
  let isText = false;
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'si') list.push('');
        isText = name === 't';
      },
      onclosetag() {
        isText = false;
      },
      ontext(said) {
        if (isText) list[list.length - 1] += said;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return list;
}

/** The cells of a sheet, a line for each row. */
function cellsOf(xml: string, shared: readonly string[]): string {
  let text = '';
  let isShared = false;
  let isValue = false;
  let value = '';
  const parser = new Parser(
    {
      onopentag(name, { t = '' }) {
        if (name === 'c') isShared = t === 's';
        isValue = name === 'v' || name === 't';
        if (isValue) value = '';
      },
      onclosetag(name) {
        if (name === 'v' || name === 't') text += isShared ? (shared[Number(value)] ?? '') : value;
        if (name === 'c') text += '\t';
        if (name === 'row') text += '\n';
        isValue = false;
      },
      ontext(said) {
        if (isValue) value += said;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return text;
}
