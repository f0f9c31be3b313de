// What `npm audit` found, less what was looked at and found harmless here.
import { z } from 'zod';

const advisorySchema = z.looseObject({
  url: z.string(),
  title: z.string(),
  severity: z.string(),
  name: z.string(),
});
const reportSchema = z.looseObject({
  vulnerabilities: z.record(
    z.string(),
    z.looseObject({ via: z.array(z.union([z.string(), advisorySchema])) }),
  ),
});

/** `audit-exceptions.json` */
export const exceptionsSchema = z.array(
  z.strictObject({
    /** As GHSA-xxxx-xxxx-xxxx. */
    advisory: z.string().regex(/^GHSA(-[0-9a-z]{4}){3}$/),
    package: z.string().min(1),
    /** Why it does no harm here. */
    reason: z.string().min(20),
    /** The day from which it has to be looked at again. */
    until: z.iso.date(),
  }),
);
export type AuditException = z.infer<typeof exceptionsSchema>[number];

export interface AuditVerdict {
  /** `false` where the registry cannot be asked. */
  wasAsked: boolean;
  problems: string[];
}

export function auditVerdict(
  output: string,
  exceptions: readonly AuditException[],
  today: string,
): AuditVerdict {
  const { data } = reportSchema.safeParse(parsed(output));
  if (!data) return { wasAsked: false, problems: [] };
  const advisories = new Map(
    Object.values(data.vulnerabilities).flatMap(({ via }) =>
      via.flatMap((each) => (typeof each === 'string' ? [] : [[`${each.name} ${each.url}`, each] as const])),
    ),
  );
  const isFor = (exception: AuditException, { name, url }: { name: string; url: string }) =>
    exception.package === name && url.endsWith(exception.advisory);
  const found = [...advisories.values()];
  return {
    wasAsked: true,
    problems: [
      ...found
        .filter((advisory) => !exceptions.some((each) => each.until > today && isFor(each, advisory)))
        .map(({ name, severity, title, url }) => `${name}: ${title} (${severity}, ${url})`),
      ...exceptions
        .filter((each) => !found.some((advisory) => isFor(each, advisory)))
        .map((each) => `${each.advisory} of ${each.package} is not found any more: take the exception out`),
    ],
  };
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}
