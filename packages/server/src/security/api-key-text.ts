import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

// Without letters that are easily taken for one another: ids are read out and typed.
const idLetters = '0123456789abcdefghjkmnpqrstvwxyz';
const secretLetters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const pattern = /^cad_([0-9a-hjkmnp-tv-z]{12})_([0-9A-Za-z]{43})$/;

/** `cad_<id>_<secret>`: the id names the key and is no secret, the secret has 256 bits. */
export function newApiKey(): { id: string; secret: string; key: string } {
  const id = randomText(idLetters, 12);
  // 62 to the power of 43 is a little more than 2 to the power of 256.
  const secret = randomText(secretLetters, 43);
  return { id, secret, key: `cad_${id}_${secret}` };
}

export function readApiKey(text: string): { id: string; secret: string } | undefined {
  const [, id, secret] = pattern.exec(text) ?? [];
  return id !== undefined && secret !== undefined ? { id, secret } : undefined;
}

/** A plain hash is enough: nobody can go through 256 random bits, so a slow one would only cost every request. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Takes the same time wherever the two differ. */
export function isSecretOf(hash: string, secret: string): boolean {
  const [kept, given] = [Buffer.from(hash), Buffer.from(hashSecret(secret))];
  return kept.length === given.length && timingSafeEqual(kept, given);
}

function randomText(letters: string, length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}
