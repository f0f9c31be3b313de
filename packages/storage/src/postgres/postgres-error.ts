import { CadenceError, type ErrorCode } from '@cadence-agents/contracts';

interface Explanation {
  code: ErrorCode;
  failed: string;
  hint: string;
}

const wrongLogin: Explanation = {
  code: 'STORE_UNAVAILABLE',
  failed: 'refused the login: the user or the password is wrong',
  hint: 'Check the user and the password in CADENCE_DATABASE_URL.',
};
const unwritable: Explanation = {
  code: 'STORE_UNWRITABLE',
  failed: 'does not let this user write',
  hint: 'Grant the user the rights to create and change tables, and connect to a server that is not read-only.',
};
const damaged: Explanation = {
  code: 'STORE_CORRUPT',
  failed: 'reports damaged data',
  hint: 'Restore a backup; the server log says which relation is damaged.',
};
const full: Explanation = {
  code: 'STORE_FULL',
  failed: 'has no room left; nothing of this write was kept',
  hint: "Free space on the database server's disk; it works again by itself.",
};

// What a table or a column that is not there means: this program made it.
const outgrown: Explanation = {
  code: 'STORE_NEWER',
  failed: 'lacks a table or column: a newer version of Cadence has changed it',
  hint: 'Stop this process; the newer version goes on with its work.',
};

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const explanations = new Map<string, Explanation>([
  ['28P01', wrongLogin],
  ['28000', wrongLogin],
  [
    '3D000',
    {
      code: 'STORE_UNAVAILABLE',
      failed: 'has no database of this name',
      hint: 'Create it, or correct the name at the end of CADENCE_DATABASE_URL.',
    },
  ],
  ['42501', unwritable],
  ['25006', unwritable],
  ['53100', full],
  ['42P01', outgrown],
  ['42703', outgrown],
  ['XX001', damaged],
  ['XX002', damaged],
]);

const unreachable: Explanation = {
  code: 'STORE_UNAVAILABLE',
  failed: 'cannot be reached, or went away and did not come back in time',
  hint: 'Start it, or correct CADENCE_DATABASE_URL; nothing that was acknowledged is lost.',
};

const untrusted: Explanation = {
  code: 'STORE_UNAVAILABLE',
  failed: 'has a certificate that is not trusted',
  hint: 'Name the file of its CA by sslrootcert=… in CADENCE_DATABASE_URL, and the host as the certificate has it.',
};
for (const code of [
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
  explanations.set(code, untrusted);

const refusedParameter: Explanation = {
  code: 'STORE_UNAVAILABLE',
  failed: 'stands behind a pooler that refuses a parameter of the connection',
  hint: "Take the parameter (such as options=…) out of CADENCE_DATABASE_URL, or name it in the pooler's ignore_startup_parameters.",
};
const isRefusedParameter = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message);

const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  // Shutting down, crashed, starting up, too many connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
// Serialization failure, deadlock, and a unique key that another transaction took first: run again, the work sees why.
const conflicts = new Set(['40001', '40P01', '23505']);
const lostMessages =
  /Connection terminated|connection timeout|not queryable|Client was closed|Query read timeout|timeout exceeded/i;

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the server or the way to it was lost, so that the same may succeed later. */
export function isLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isLost);
  const code = codeOf(error);
  // A pooler has one code for all that is wrong with it.
  if (isRefusedParameter(error)) return false;
  if (code !== undefined) return lostConnection.has(code) || code.startsWith('08');
  return error instanceof Error && !CadenceError.is(error) && lostMessages.test(error.message);
}

export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error) ?? '');
}

/** What PostgreSQL reported, as an error that says what to do; other errors as they are. */
export function explainPostgres(error: unknown, server: string): unknown {
  if (CadenceError.is(error)) return error;
  const explanation = isRefusedParameter(error)
    ? refusedParameter
    : (explanations.get(codeOf(error) ?? '') ?? (isLost(error) ? unreachable : undefined));
  if (!explanation) return error;
  return new CadenceError(explanation.code, `PostgreSQL at ${server} ${explanation.failed}.`, {
    hint: explanation.hint,
    cause: error,
  });
}
