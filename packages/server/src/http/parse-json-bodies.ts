import { CadenceError } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';

const MAX_DEPTH = 200;

/** JSON bodies, with a bound on how deep they are nested; an empty body is no body. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text.trim() === '') return done(null, undefined);
    if (isDeeperThan(text, MAX_DEPTH)) {
      return done(
        new CadenceError('INPUT_INVALID', `The JSON is nested more than ${MAX_DEPTH} deep.`, {
          hint: 'Send flatter data.',
        }),
      );
    }
    return parse(request, text, done);
  });
}

/** Checked on the text, so that nothing is built that is then refused. */
function isDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) {
      depth++;
      if (depth > most) return true;
    } else if (character === 0x7d || character === 0x5d) depth--;
  }
  return false;
}
