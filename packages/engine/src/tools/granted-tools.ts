import type { UserProfile } from '@cadence-agents/contracts';
import type { ToolRunOptions } from './tool-runner.ts';

/** The tools that each role may use; `*` stands for people without a role that is listed. */
type ToolsByRole = Readonly<Record<string, readonly string[]>>;

/** The tools that a person may use, or `null` for all. Roles add up; what the profile names comes on top. */
export function grantedTools(
  profile: UserProfile | undefined,
  toolsByRole: ToolsByRole | undefined,
): ReadonlySet<string> | null {
  const { roles = [], tools } = profile ?? {};
  if (!toolsByRole) return tools ? new Set(tools) : null;
  const known = roles.filter((role) => Object.hasOwn(toolsByRole, role));
  const granted = (known.length > 0 ? known : ['*']).flatMap((role) => toolsByRole[role] ?? []);
  return new Set([...granted, ...(tools ?? [])]);
}

export const notGranted = (tool: string): string => `This user may not use the tool "${tool}".`;

/** The same options, with every other tool refused. */
export function onlyGranted(options: ToolRunOptions, granted: ReadonlySet<string>): ToolRunOptions {
  return {
    ...options,
    refusal: (tool, call) => (granted.has(tool.name) ? options.refusal?.(tool, call) : notGranted(tool.name)),
  };
}
