import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { auditVerdict, exceptionsSchema } from './audit-report.ts';

const advisory = {
  source: 1,
  name: 'leftpad',
  title: 'Pads too much',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  severity: 'high',
};
const report = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    leftpad: { name: 'leftpad', via: [advisory] },
    framework: { name: 'framework', via: ['leftpad'] },
  },
});
const exception = {
  advisory: 'GHSA-aaaa-bbbb-cccc',
  package: 'leftpad',
  reason: 'Only constants are padded here.',
  until: '2027-01-01',
};

describe('auditVerdict', () => {
  it('names each advisory once', () => {
    expect(auditVerdict(report, [], '2026-01-01')).toEqual({
      wasAsked: true,
      problems: [`leftpad: Pads too much (high, ${advisory.url})`],
    });
  });

  it('leaves out what was looked at, until the day it has to be looked at again', () => {
    expect(auditVerdict(report, [exception], '2026-12-31').problems).toEqual([]);
    expect(auditVerdict(report, [exception], '2027-01-01').problems).toHaveLength(1);
    expect(auditVerdict(report, [{ ...exception, package: 'other' }], '2026-01-01').problems).toHaveLength(2);
  });

  it('wants exceptions gone that are of no use any more', () => {
    const clean = JSON.stringify({ vulnerabilities: {} });
    expect(auditVerdict(clean, [], '2026-01-01')).toEqual({ wasAsked: true, problems: [] });
    expect(auditVerdict(clean, [exception], '2026-01-01').problems).toHaveLength(1);
  });

  it('tells when the registry could not be asked', () => {
    for (const output of ['', 'no JSON', '{"message":"405 Method Not Allowed","statusCode":405}'])
      expect(auditVerdict(output, [], '2026-01-01')).toEqual({ wasAsked: false, problems: [] });
  });
});

it('audit-exceptions.json is in order', () => {
  const file = new URL('../../../../audit-exceptions.json', import.meta.url);
  expect(() => exceptionsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))).not.toThrow();
});
