// `npm run docs`: writes what is generated under docs/. With --check, tells whether it is up to date instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { workflowDefinitionSchema, workflowNodeSchema } from '@cadence/contracts';
import { z } from 'zod';
import { nodeKindsPage, nodeTypeSchema } from './node-kind-docs.ts';

const schema = {
  ...z.toJSONSchema(workflowDefinitionSchema, {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === workflowNodeSchema.shape.nodeType) Object.assign(jsonSchema, nodeTypeSchema);
    },
  }),
  title: 'Cadence workflow definition',
};

const pages = {
  'workflow.schema.json': `${JSON.stringify(schema, null, 2)}\n`,
  'node-kinds.md': nodeKindsPage(),
};

for (const [name, text] of Object.entries(pages)) {
  const file = new URL(`../docs/${name}`, import.meta.url);
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`docs/${name} is out of date. Run: npm run docs`);
    process.exitCode = 1;
  }
}
