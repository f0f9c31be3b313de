import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { operateTexts } from '../operate-texts.ts';

const words = operateTexts.audit;

const tabsOfSettings = new Map([
  ['key', 'keys'],
  ['mcp', 'mcp'],
  ['model', 'models'],
  ['settings', 'values'],
]);

/** What an entry is about; a link where there is a page of it. */
export function AuditTarget({ action, target }: { action: string; target: string }) {
  const [subject = ''] = action.split('.');
  const look = {
    'aria-label': words.open(target),
    className: 'break-all text-accent-ink underline-offset-2 hover:underline',
    children: target as ReactNode,
  };
  if (action.endsWith('.delete') || target.startsWith('new ')) return target;
  if (subject === 'workflow')
    return <Link to="/workflows/$workflowId" params={{ workflowId: target }} {...look} />;
  if (subject === 'run') return <Link to="/runs/$runId" params={{ runId: target }} {...look} />;
  if (subject === 'conversation')
    return <Link to="/c/$conversationId" params={{ conversationId: target }} {...look} />;
  if (subject === 'agent') return <Link to="/agents" search={{ agent: target }} {...look} />;
  if (subject === 'plugin') return <Link to="/plugins" {...look} />;
  if (subject === 'handoff') return <Link to="/inbox" {...look} />;
  if (subject === 'backup') return <Link to="/operate/$tab" params={{ tab: 'data' }} {...look} />;
  if (subject === 'profile') return <Link to="/operate/$tab" params={{ tab: 'people' }} {...look} />;
  const hash = tabsOfSettings.get(subject);
  if (hash !== undefined) return <Link to="/settings" hash={hash} {...look} />;
  return target;
}
