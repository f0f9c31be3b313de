import type { ApiMcpServerTest } from '@cadence-agents/contracts';
import { Note } from '../models/connect-model.tsx';
import { mcpTexts } from './mcp-texts.ts';

const words = mcpTexts.test;

/** What came of connecting to a server that is not kept. */
export function TestResult({ test }: { test: ApiMcpServerTest }) {
  const { status, reason, ms, tools, problems } = test;
  if (status === 'failed')
    return (
      <Note tone="danger">
        {words.failed(ms)} {reason}
      </Note>
    );
  return (
    <>
      <Note tone="success">{words.connected(tools.length, ms)}</Note>
      {tools.length > 0 && (
        <ul aria-label={words.tools} className="mt-2 flex flex-wrap gap-1">
          {tools.map(({ name, description }) => (
            <li key={name} title={description} className="rounded bg-sunken px-1.5 py-0.5">
              <code className="text-xs break-all">{name}</code>
            </li>
          ))}
        </ul>
      )}
      {problems.map((problem) => (
        <p key={problem} className="mt-1 text-xs break-words text-danger">
          {problem}
        </p>
      ))}
    </>
  );
}
