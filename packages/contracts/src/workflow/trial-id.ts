// Ids of the workflows that agents and drafts are tried in. They are kept for their runs alone: nobody lists, publishes,
// gates or counts them with what they are a trial of.
const AGENT = 'try:';
const DRAFT = 'draft:';
const LONGEST = 200;

/** Of the workflow in which an agent is tried alone. */
export const agentTrialId = (agentId: string): string => `${AGENT}${agentId}`.slice(0, LONGEST);

/** Of the workflow in which the draft of another is tried. */
export const draftTrialId = (workflowId: string): string => `${DRAFT}${workflowId}`.slice(0, LONGEST);

export const isTrialId = (workflowId: string): boolean =>
  workflowId.startsWith(AGENT) || workflowId.startsWith(DRAFT);

/** The workflow whose draft is tried under this id; the id itself when it is no trial of one. */
export const triedWorkflowId = (workflowId: string): string =>
  workflowId.startsWith(DRAFT) ? workflowId.slice(DRAFT.length) : workflowId;
