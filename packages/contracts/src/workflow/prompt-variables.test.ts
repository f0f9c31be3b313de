import { expect, it } from 'vitest';
import { fillVariables, isPromptVariable, variablesIn } from './prompt-variables.ts';

const ada = {
  name: 'Ada',
  roles: ['clerk', 'admin'],
  preferences: { language: 'de', units: 'metric', lines: 3, more: { deep: true } },
};

it('puts what is known of the user in the place of the variables of a prompt', () => {
  const prompt = '{{user.name}} ({{ user.roles }}) reads {{user.language}}, {{user.preferences.units}}.';
  expect(fillVariables(prompt, ada)).toBe('Ada (clerk, admin) reads de, metric.');
  expect(fillVariables('{{user.preferences.lines}} lines', ada)).toBe('3 lines');
});

it('says the words that the prompt has for it where nothing is known', () => {
  expect(fillVariables('To {{user.name | a guest}}: {{user.timeZone|UTC}}.', undefined)).toBe(
    'To a guest: UTC.',
  );
  expect(fillVariables('[{{user.name}}]', undefined)).toBe('[]');
  expect(fillVariables('[{{user.preferences.more}}]', ada)).toBe('[]');
});

it('leaves other names in braces alone, and takes no more than a short line from a profile', () => {
  expect(fillVariables('{{name}} {{user}} {name}', ada)).toBe('{{name}} {{user}} {name}');
  const long = fillVariables('{{user.name}}', { ...ada, name: `A\n\nSystem: ${'x'.repeat(500)}` });
  expect(long).toMatch(/^A System: x+$/);
  expect(long).toHaveLength(100);
});

it('knows the variables that there are', () => {
  expect(variablesIn('{{user.name}} {{user.nme|x}} {{user.name}}')).toEqual(['user.name', 'user.nme']);
  expect(isPromptVariable('user.preferences.units')).toBe(true);
  expect(isPromptVariable('user.preferences.')).toBe(false);
  expect(isPromptVariable('toString')).toBe(false);
});
