/** The texts of what people were asked in a thread. */
export const handoffTexts = {
  title: 'Asked and answered',
  approved: (tools: string) => `Approved ${tools}`,
  approvedChanged: (tools: string) => `Approved ${tools} with changes`,
  approvedPartly: (tools: string) => `Approved ${tools} in part`,
  rejected: (tools: string) => `Rejected ${tools}`,
  answered: (question: string) => `Asked: ${question}`,
  cancelled: (question: string) => `Called off: ${question}`,
  asked: 'Asked',
  said: 'Said',
  by: (name: string) => `by ${name}`,
  you: 'you',
  argumentsOf: (tool: string) => `Arguments of ${tool}`,
  changedOf: (tool: string) => `Arguments of ${tool}, changed`,
  notRun: (tool: string, reason: string) => `${tool} was not run: ${reason}`,
  result: (tool: string) => `Given in place of running ${tool}`,
} as const;
