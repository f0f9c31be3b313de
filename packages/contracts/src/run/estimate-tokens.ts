// How many tokens a text has, where nobody has counted them. Real tokenizers differ from model to model, weigh
// megabytes and take a hundred times as long; this follows how they cut a text: a word is a piece or two, digits go by
// threes, marks by ones and twos, and scripts without spaces by the character. `docs/operations.md` has the error.

const BLANK = 0;
const LETTER = 1;
const CAPITAL = 2;
const ACCENTED = 3;
const DIGIT = 4;
const MARK = 5;
const LINE = 6;
const WIDE = 7;
const PAIR = 8;
const OTHER = 9;

const asciiSorts = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z]/.test(char)) return LETTER;
  if (/[A-Z]/.test(char)) return CAPITAL;
  if (/[0-9]/.test(char)) return DIGIT;
  if (char === ' ') return BLANK;
  return /\s/.test(char) ? LINE : MARK;
});

function sortOf(code: number): number {
  if (code < 0x80) return asciiSorts[code] ?? MARK;
  if (code < 0x250) return ACCENTED;
  // Halves of a pair: emoji, mostly.
  if (code >= 0xd800 && code < 0xe000) return PAIR;
  return code >= 0x2e80 ? WIDE : OTHER;
}

/** About how many tokens a text has: rather too many than too few, but never more than it has characters. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let letters = 0;
  let capitals = 0;
  let accents = 0;
  let run = 0;
  let before = BLANK;
  for (let at = 0; at < text.length; at++) {
    const sort = sortOf(text.charCodeAt(at));
    const inWord = sort >= LETTER && sort <= ACCENTED;
    // A capital after a small letter begins another piece.
    if (letters > 0 && (!inWord || (sort === CAPITAL && before === LETTER))) {
      tokens += tokensOfWord(letters, capitals, accents);
      letters = 0;
      capitals = 0;
      accents = 0;
    }
    if (run > 0 && sort !== before) {
      tokens += tokensOfRun(before, run);
      run = 0;
    }
    if (!inWord) run += 1;
    else {
      letters += 1;
      if (sort === CAPITAL) capitals += 1;
      else if (sort === ACCENTED) accents += 1;
    }
    before = sort;
  }
  if (letters > 0) tokens += tokensOfWord(letters, capitals, accents);
  return Math.min(text.length, Math.ceil(tokens + tokensOfRun(before, run)));
}

function tokensOfWord(letters: number, capitals: number, accents: number): number {
  return 1 + Math.max(0, letters - 6) / 4.5 + Math.max(0, capitals - 1) * 0.3 + accents * 0.5;
}

/** Of so many characters of one sort in a row. A blank belongs to the word after it. */
function tokensOfRun(sort: number, length: number): number {
  switch (sort) {
    case BLANK:
      return length > 1 ? 0.9 : 0;
    case LINE:
      return 0.6;
    case DIGIT:
      return Math.ceil(length / 3);
    case MARK:
      return length === 0 ? 0 : Math.max(1, length * 0.5);
    case OTHER:
      return length * 0.5;
    default:
      return length;
  }
}
