import type { Tool } from '@cadence-agents/contracts';
import { toolSpec } from '../tools/tool-spec.ts';
import { rankByRelevance } from './agent-ranking.ts';

export interface OfferedTools {
  tools: Tool[];
  /** One JSON object a line: what models that plan read, and what the offline model parses. */
  lines: string;
}

/** The tools that fit into so many characters, those that suit the question best when not all do. */
export function offerTools(tools: readonly Tool[], question: string, mostChars: number): OfferedTools {
  const described = tools.map((tool) => ({ tool, line: JSON.stringify(toolSpec(tool)) }));
  const all = described.reduce((sum, { line }) => sum + line.length + 1, 0);
  const ranked =
    all <= mostChars
      ? described
      : rankByRelevance(question, described, ({ tool }) => `${tool.name} ${tool.description}`);
  let left = mostChars;
  const fitting = ranked.filter(({ line }) => {
    const fits = line.length + 1 <= left;
    if (fits) left -= line.length + 1;
    return fits;
  });
  return { tools: fitting.map(({ tool }) => tool), lines: fitting.map(({ line }) => line).join('\n') };
}
