import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { bomb, DOCX, docx, PPTX, pdf, pptx, XLSX, xlsx } from './documents.fixture.ts';
import { extractText } from './extract-text.ts';

const read = (bytes: Uint8Array, mediaType: string) => extractText({ bytes, mediaType });

describe('extractText', () => {
  it.each<[string, Uint8Array, string, string]>([
    ['a PDF', pdf('Seven swans.', 'Eight swans.'), 'application/pdf', 'Seven swans.\n\nEight swans.'],
    ['a letter', docx('Dear &lt;Ann&gt;,', 'Seven swans.'), DOCX, 'Dear <Ann>,\nSeven swans.'],
    ['slides', pptx(...Array.from({ length: 11 }, (_, at) => `Slide ${at}`)), PPTX, 'Slide 9\n\nSlide 10'],
    ['a sheet', xlsx(), XLSX, 'Swans\t7\nA & B\tthere'],
    [
      'a page',
      strToU8('<head><title>T</title></head><p>Seven <b>swans</b>.<script>alert(1)</script><p>No &amp; more'),
      'text/html',
      'Seven swans.\n\nNo & more',
    ],
  ])('reads %s', async (_, bytes, mediaType, text) => {
    expect(await read(bytes, mediaType)).toEqual({ text: expect.stringContaining(text) });
  });

  it.each<[string, () => Uint8Array, string, RegExp]>([
    ['a PDF of pictures', () => pdf(''), 'application/pdf', /no text/],
    ['half a PDF', () => pdf('Seven').subarray(0, 40), 'application/pdf', /damaged/],
    ['a bomb', bomb, DOCX, /far larger than it looks/],
    ['no archive', () => strToU8('PK but no archive'), DOCX, /damaged/],
    ['another archive', () => zipSync({ 'a.txt': strToU8('a') }), DOCX, /not a document of an office/],
  ])('says why it does not read %s', async (_, bytes, mediaType, problem) => {
    expect(await read(bytes(), mediaType)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('gives up what takes too long or too much, and the event loop goes on meanwhile', async () => {
    const pages = pdf(...Array.from({ length: 3_000 }, (_, at) => `Page ${at}`));
    let turns = 0;
    const beat = setInterval(() => (turns += 1), 1);
    const slow = await extractText(
      { bytes: pages, mediaType: 'application/pdf' },
      { timeoutMs: 50, memoryMb: 256 },
    );
    expect(slow).toEqual({ problem: 'it takes too long to read' });
    const full = await extractText(
      { bytes: pages, mediaType: 'application/pdf' },
      { timeoutMs: 20_000, memoryMb: 8 },
    );
    clearInterval(beat);
    expect(full).toEqual({ problem: 'it takes too much memory to read' });
    expect(turns).toBeGreaterThan(10);
  });
});
