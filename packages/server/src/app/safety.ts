// The rules of the service, to look at and to try out.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ApiSafetyRules, type ApiSafetyTrial, CadenceError } from '@cadence-agents/contracts';
import { maskSecrets } from '@cadence-agents/engine';
import { type LinearPattern, linearPattern } from '@cadence-agents/workflow';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

const LONGEST_MESSAGE = 20_000;

export function describeSafety(
  { settings: { safety } }: Pick<AppContext, 'settings'>,
  principal: Principal,
): ApiSafetyRules {
  authorize(principal, 'safety.read');
  return {
    blockedPatterns: safety.blockedPatterns ?? [],
    secretPatterns: safety.secretPatterns ?? [],
    maxInputChars: safety.maxInputChars ?? LONGEST_MESSAGE,
    policy: safety.policy ?? null,
    toolsByRole: safety.toolsByRole ?? null,
  };
}

export interface SafetyTrialInput {
  text: string;
  blockedPatterns?: readonly string[] | undefined;
  secretPatterns?: readonly string[] | undefined;
  maxInputChars?: number | undefined;
}

/** What the rules do to a text. Patterns take time linear in it, and others have their turn between two of them. */
export async function trySafety(
  context: Pick<AppContext, 'settings' | 'mask'>,
  principal: Principal,
  { text, ...given }: SafetyTrialInput,
): Promise<ApiSafetyTrial> {
  authorize(principal, 'safety.try');
  const { safety } = context.settings;
  const isTooLong = text.length > (given.maxInputChars ?? safety.maxInputChars ?? LONGEST_MESSAGE);
  const blocked = await tryAll('blocked', given.blockedPatterns ?? safety.blockedPatterns ?? [], text);
  const secret = await tryAll('secret', given.secretPatterns ?? safety.secretPatterns ?? [], text);
  const usable = secret.flatMap(({ compiled }) => compiled ?? []);
  return {
    refused: isTooLong || blocked.some(({ matches }) => matches),
    isTooLong,
    patterns: [...blocked, ...secret].map(({ compiled: _, ...tried }) => tried),
    masked: maskSecrets(usable)(given.secretPatterns ? text : context.mask(text)),
  };
}

type Tried = ApiSafetyTrial['patterns'][number] & { compiled: LinearPattern | undefined };

async function tryAll(kind: Tried['kind'], patterns: readonly string[], text: string): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const pattern of patterns) {
    await nextTurn();
    try {
      const compiled = linearPattern(pattern, { ignoreCase: kind === 'blocked' });
      tried.push({ kind, pattern, matches: compiled.test(text), problem: null, compiled });
    } catch (error) {
      const { message, hint = '' } = CadenceError.from(error);
      tried.push({
        kind,
        pattern,
        matches: false,
        problem: `${message} ${hint}`.trim(),
        compiled: undefined,
      });
    }
  }
  return tried;
}
