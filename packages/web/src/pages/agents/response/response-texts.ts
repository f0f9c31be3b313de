import type { AnswerType } from './answer-fields.ts';

const types: Record<AnswerType, string> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  object: 'Fields of its own',
};

/** The words of what an agent's answer is made of. */
export const responseTexts = {
  title: 'Fields of its answer',
  hint: 'None: it answers in words alone. With fields, its part of a structured answer has them.',
  add: 'Add a field',
  addIn: (name: string) => `Add a field to ${name}`,
  field: (name: string) => `Field ${name}`,
  name: 'Name of the field',
  nameMissing: 'It needs a name.',
  nameTaken: 'There is a field with this name already.',
  newName: 'field',
  type: 'Type',
  types,
  list: 'A list of them',
  required: 'Always there',
  description: 'What it is',
  options: 'May be only',
  remove: (name: string) => `Remove the field ${name}`,
  json: 'The fields as JSON Schema',
  jsonOnly: 'This schema says more than the form can show. It is edited as JSON.',
  jsonBad: 'This is no JSON object.',
  suggestion: 'How to use what it finds',
  suggestionHint: 'A hint for whoever writes the answer.',
};
