// `npm run docs`: writes what is generated under docs/. With --check, tells whether it is up to date instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { workflowDefinitionSchema } from '@cadence/contracts';
import { z } from 'zod';

const file = new URL('../docs/workflow.schema.json', import.meta.url);
const schema = {
  ...z.toJSONSchema(workflowDefinitionSchema, { io: 'input' }),
  title: 'Cadence workflow definition',
};
const text = `${JSON.stringify(schema, null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/workflow.schema.json is out of date. Run: npm run docs');
  process.exit(1);
}
