const PREFIX = 'try:';

/** Id of the workflow in which an agent is tried; it is kept for its runs alone. */
export const triedWorkflowId = (agentId: string): string => `${PREFIX}${agentId}`.slice(0, 200);

export const isTriedWorkflow = (workflowId: string): boolean => workflowId.startsWith(PREFIX);
