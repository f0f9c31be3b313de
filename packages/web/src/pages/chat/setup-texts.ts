export const setupTexts = {
  title: 'Connect a real model',
  hint: 'A key and a minute are all it takes, and nothing has to be restarted.',
  start: 'Set it up',
  skip: 'Not now',
  later: 'You find it again under Settings › Models.',
};
