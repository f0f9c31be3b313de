export const tourTexts = {
  title: 'A short tour, without a key',
  hint: 'Three questions, three designs. Each really runs, on the offline model.',
  stops: [
    {
      workflowId: 'coordinator',
      design: 'A coordinator and two agents',
      question: "What's the weather like in Tokyo, and what is 15 * 23?",
      seen: 'The coordinator sends each half to the agent that knows, and the synthesizer puts both into one answer.',
    },
    {
      workflowId: '2nChat',
      design: '2nChat: colleagues who hand over',
      question: 'Compare figures, trends of async programming in Python and Rust',
      seen: 'A router hands the question to the colleague for figures, who looks it up. "Why here?" tells the reason.',
    },
    {
      workflowId: 'approved-plan',
      design: 'A plan that you approve',
      question: 'Search for async programming and calculate 2026 - 2018',
      seen: 'A planner lists the calls and waits for you. Approve them, change their arguments, or decline; then they are checked.',
    },
  ],
  hide: 'Hide the tour',
  show: 'Show the tour',
} as const;
