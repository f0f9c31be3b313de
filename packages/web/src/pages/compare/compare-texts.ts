/** The texts of the pages that put runs side by side. */
export const compareTexts = {
  replay: {
    back: 'Back to the run',
    kinds: {
      request: 'What a model is sent',
      event: 'What happens',
      missing: 'Nothing was recorded for it',
    },
    message: 'In words',
    nothing: '(nothing)',
    parts: (step: number, node: string | null) =>
      `It first does something else at step ${step}${node === null ? '' : `, ${node}`}.`,
    path: 'Place',
    same: (events: number, calls: number) =>
      `It does all the same: ${events} events, ${calls} replies of models.`,
    states: { same: 'the same', parts: 'parts here', unreached: 'not reached' },
    steps: 'Steps as they were recorded',
    title: (version: number) => `Replayed on version ${version}`,
    titleSame: 'Replayed as it was',
    whole: '(all of it)',
  },
  title: 'Compare runs',
  answer: 'Answer',
  firstDifference: 'First difference',
  identical: 'Both runs took the same way and gave the same answer.',
  missing: 'No such step',
  same: 'same',
  differs: 'differs',
  samePath: 'Both runs took the same way; their answers differ.',
  differsAt: (step: number) => `They part at step ${step}.`,
  steps: 'Steps, aligned',
  swap: 'Swap sides',
  step: 'Step',
  totals: (calls: string, tokens: string, time: string) => `${calls} model calls, ${tokens} tokens, ${time}`,
} as const;
