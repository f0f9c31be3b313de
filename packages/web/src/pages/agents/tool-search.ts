import type { ApiTool } from '@cadence-agents/contracts';

/** The tools that have all the words in their name, description or plugin. */
export function searchTools(tools: readonly ApiTool[], typed: string): readonly ApiTool[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return tools.filter(({ name, description, plugin }) => {
    const text = `${name} ${description} ${plugin}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
