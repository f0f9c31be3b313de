export const valuesTexts = {
  caption: 'Settings of this server',
  about:
    'Those with a pencil hold without a restart. The others are read when the server starts: set them in the environment or in cadence.config.ts.',
  pinned: (variable: string, source: string) =>
    source === '.env'
      ? `Set in .env (${variable}), so that it cannot be changed here.`
      : `Set by the environment (${variable}), so that it cannot be changed here.`,
  enteredBy: (who: string) => (who === 'local' ? 'Entered here' : `Entered by ${who}`),
  notYet: '· This process has not taken it up yet.',
  hidden: 'Here is how the server is set up.',
  search: 'Search settings',
  columns: { name: 'Setting', value: 'Value', source: 'From', change: 'Change' },
  change: (variable: string) => `Change ${variable}`,
  fixed: 'Fixed',
  restart: 'Needs a restart',
  newValue: 'Value',
  yesNo: { true: 'Yes', false: 'No' },
  newJson: 'Value, as JSON',
  takesEffect: {
    'at once': 'It holds at once, in every process.',
    'next run': 'It holds for runs that begin from now on, in every process.',
    'within an hour': 'It holds within an hour.',
    restart: 'It takes a restart.',
  },
  notJson: 'This is not JSON.',
  save: 'Save',
  reset: 'Reset',
  kept: (variable: string) => `${variable} is kept`,
  isReset: (variable: string) => `${variable} is as before`,
  secret: 'Secret, not shown',
  unset: 'not set',
  empty: 'empty',
  none: (typed: string) => `No setting has "${typed}" in its name or meaning.`,
  count: (shown: number, all: number) => `${shown} of ${all}`,
} as const;
