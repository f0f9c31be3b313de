/** One MCP server as people see it in a list. */
export interface McpServerListing {
  name: string;
  /** Its name among the agents. */
  slug: string;
  /** Settings come before what was entered. */
  source: 'settings' | 'entered';
  transport: 'stdio' | 'http';
  status: 'connecting' | 'connected' | 'failed';
  /** Why it cannot be used, or could not when it was last tried. */
  reason: string | undefined;
  /** Parts of it that cannot be used, in words. */
  problems: readonly string[];
  protocolVersion: string | undefined;
  /** Id of its process, when it is one and runs. */
  pid: number | null;
  /** Names as agents know them. */
  tools: readonly { name: string; description: string; requiresApproval: boolean }[];
}
