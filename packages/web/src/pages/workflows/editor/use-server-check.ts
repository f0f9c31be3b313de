import type { Problem } from '@cadence-agents/contracts';
import { modelProblems } from '@cadence-agents/workflow';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { client } from '../../../api/client.ts';
import { modelList } from '../../../api/models.ts';
import { toolList } from '../../../api/workflows.ts';
import type { ParsedDocument } from '../../../document/parse-document.ts';

/** What the server said of a document. */
export interface ServerCheck {
  parsed: ParsedDocument;
  problems: readonly Problem[];
  /** The most steps that a run can take, with the limits in force. */
  maxSteps: number | null;
}

/** Typing goes on meanwhile. */
const REST_MS = 400;

/**
 * Has the server look at the document whenever it rests: only it knows which models can be used, the limits in force
 * and what is turned off. Nothing while it has not answered, or cannot be reached.
 */
export function useServerCheck(parsed: ParsedDocument): ServerCheck | undefined {
  const [said, setSaid] = useState<ServerCheck>();
  const models = useQuery(modelList).data;
  const tools = useQuery(toolList).data;
  useEffect(() => {
    if (!parsed.isJson || !models || !tools) return;
    const asked = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { signal } = asked;
        const { problems, maxSteps } = await client.checkWorkflow({ body: parsed.document }, { signal });
        const told = problems.map(({ hint = '', ...problem }) => ({ ...problem, hint }));
        startTransition(() => setSaid({ parsed, problems: told, maxSteps }));
      } catch {
        // What is known here has to do.
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [parsed, models, tools]);
  return said;
}

/** Why a model cannot be used, as far as the server was asked. */
export function useModelProblem(said: ServerCheck | undefined): (name: string) => string | null {
  const found = JSON.stringify(
    said?.parsed.isJson ? [...modelProblems(said.problems, said.parsed.document)] : [],
  );
  return useMemo(() => {
    const problems = new Map<string, string>(JSON.parse(found));
    return (name) => problems.get(name) ?? null;
  }, [found]);
}
