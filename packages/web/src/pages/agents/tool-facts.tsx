import type { ApiTool } from '@cadence-agents/contracts';
import { Badge } from '../../components/badge.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { agentsTexts } from './agents-texts.ts';

const words = agentsTexts.tools;

/** What a tool is for, and what it takes. */
export function ToolFacts({ tool }: { tool: ApiTool }) {
  return (
    <>
      <p className="text-xs break-words text-muted">{tool.description}</p>
      <Disclosure summary={<span>{words.schema}</span>}>
        <JsonView label={words.jsonSchema} value={tool.input} />
      </Disclosure>
    </>
  );
}

export function ToolBadges({ tool: { requiresApproval, idempotent, readOnly } }: { tool: ApiTool }) {
  return (
    <>
      {requiresApproval && <Badge tone="warning">{words.approval}</Badge>}
      {readOnly && <Badge>{words.readOnly}</Badge>}
      {idempotent && !readOnly && <Badge>{words.idempotent}</Badge>}
    </>
  );
}
