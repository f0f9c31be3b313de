// What the audit log is filtered by, as the address of the page has it.
import type { EndpointRequest, endpoints } from '@cadence-agents/contracts';
import { type Days, readDays, readTexts, timesOf } from '../../../api/address-filter.ts';

export const outcomes = ['done', 'refused', 'failed'] as const;

const written = ['text', 'actor', 'action', 'target'] as const;

export interface AuditSearch extends Days, Partial<Record<(typeof written)[number], string>> {
  outcome?: (typeof outcomes)[number];
}

type AuditFilter = EndpointRequest<typeof endpoints.listAudit>['query'];

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const outcome = outcomes.find((one) => one === search.outcome);
  return { ...readTexts(search, written), ...readDays(search), ...(outcome && { outcome }) };
}

export const auditFilter = (search: AuditSearch): AuditFilter => ({ ...search, ...timesOf(search) });
