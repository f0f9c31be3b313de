import { type AuditEntry, CadenceError } from '@cadence-agents/contracts';
import { silentLog } from '@cadence-agents/engine';
import { describe, expect, it, vi } from 'vitest';
import { type AuditContext, audited, isRecorded } from './audited.ts';
import { localPrincipal, type Principal } from './principal.ts';

type Entry = Omit<AuditEntry, 'id' | 'time'>;

function keepingAudit() {
  const entries: Entry[] = [];
  const append = async (entry: Entry) => {
    entries.push(entry);
    return { ...entry, id: 'e', time: '' };
  };
  const context: AuditContext = {
    store: { audit: { append, list: async () => ({ items: [], next: null }) } },
    log: silentLog,
  };
  return { entries, context };
}

const ann: Principal = {
  ...localPrincipal,
  tenantId: 'acme',
  userId: 'ann',
  keyId: 'k1',
  origin: { requestId: 'r1', ip: '127.0.0.1' },
};

const failing = (code: 'FORBIDDEN' | 'UPLOADS_DISABLED' | 'RUN_NOT_FOUND') => async () => {
  throw new CadenceError(code, 'The words of somebody.');
};

describe('audited', () => {
  it('records what was done, by whom and from where', async () => {
    const { entries, context } = keepingAudit();
    expect(await audited(context, ann, 'run.cancel', 'run-1', async () => 7)).toBe(7);
    expect(entries).toEqual([
      {
        tenantId: 'acme',
        actor: 'k1',
        action: 'run.cancel',
        target: 'run-1',
        outcome: 'done',
        requestId: 'r1',
        ip: '127.0.0.1',
        details: {},
      },
    ]);
  });

  it('records whoever sits at the machine as local, from nowhere', async () => {
    const { entries, context } = keepingAudit();
    await audited(context, localPrincipal, 'plugin.reload', 'all plugins', async () => {});
    expect(entries).toMatchObject([{ tenantId: 'local', actor: 'local', requestId: null, ip: null }]);
  });

  it('takes the target from what was made', async () => {
    const { entries, context } = keepingAudit();
    await audited(
      context,
      ann,
      'key.create',
      (key) => key.id,
      async () => ({ id: 'new' }),
    );
    expect(entries).toMatchObject([{ target: 'new', outcome: 'done' }]);
  });

  it.each([
    ['FORBIDDEN', 'refused'],
    ['UPLOADS_DISABLED', 'refused'],
    ['RUN_NOT_FOUND', 'failed'],
  ] as const)('records %s as %s with its code, without its words, and throws it', async (code, outcome) => {
    const { entries, context } = keepingAudit();
    const work = audited(context, ann, 'run.cancel', 'run-1', failing(code));
    await expect(work).rejects.toMatchObject({ code });
    expect(entries).toMatchObject([{ outcome, target: 'run-1', details: { code } }]);
    expect(JSON.stringify(entries)).not.toContain('somebody');
  });

  it('does and records nothing as done that the principal may not do', async () => {
    const { entries, context } = keepingAudit();
    const work = vi.fn(async () => ({ id: 'new' }));
    const making = audited(context, { ...ann, role: 'author' }, 'key.create', (key) => key.id, work);
    await expect(making).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(work).not.toHaveBeenCalled();
    expect(entries).toMatchObject([{ action: 'key.create', target: 'new key', outcome: 'refused' }]);
  });

  it('says in the log that an entry is missing, and lets the change stand', async () => {
    const error = vi.fn();
    const append = () => Promise.reject(new Error('The disk is full.'));
    const context = {
      store: { audit: { append, list: async () => ({ items: [], next: null }) } },
      log: { ...silentLog, error },
    };
    expect(await audited(context, ann, 'run.cancel', 'run-1', async () => 7)).toBe(7);
    expect(error).toHaveBeenCalledWith('an audit entry was not kept', expect.objectContaining({}));
  });

  it('tells a request that has an entry from one that has none', async () => {
    const { context } = keepingAudit();
    const again: Principal = { ...ann, origin: { requestId: 'r2', ip: '127.0.0.1' } };
    expect(isRecorded(again)).toBe(false);
    await audited(context, again, 'run.cancel', 'run-1', async () => {});
    expect(isRecorded(again)).toBe(true);
    expect(isRecorded({ ...again, origin: { requestId: 'r2', ip: '127.0.0.1' } })).toBe(false);
    expect(isRecorded(localPrincipal)).toBe(false);
  });
});
