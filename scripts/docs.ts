// `npm run docs`: writes what is generated under docs/. With --check, tells whether it is up to date instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { recordingJsonSchema } from '@cadence-agents/contracts';
import { definitionJsonSchema } from '@cadence-agents/workflow';
import { performancePage } from '../bench/src/report/performance-page.ts';
import { readResults } from '../bench/src/report/results.ts';
import { withPlaces } from '../packages/testkit/src/house/dependency-table.ts';
import { readRepository } from '../packages/testkit/src/house/read-repository.ts';
import { accessPage } from './access-docs.ts';
import { clientPage, sdkPage } from './api-docs.ts';
import { withClientMethods } from './client-method-docs.ts';
import { commandReferencePage } from './command-docs.ts';
import { definitionFieldsPage } from './definition-docs.ts';
import { httpReferencePage } from './http-docs.ts';
import { licencesPage } from './licence-docs.ts';
import { nodeKindsPage } from './node-kind-docs.ts';
import { withNpm } from './npm-docs.ts';
import { withFieldTables } from './openai-docs.ts';
import { settingsPage } from './settings-docs.ts';

const files = await readRepository();
const pages = new Map([
  ['workflow.schema.json', `${JSON.stringify(definitionJsonSchema(), null, 2)}\n`],
  ['recording.schema.json', `${JSON.stringify(recordingJsonSchema(), null, 2)}\n`],
  ['definition-fields.md', definitionFieldsPage()],
  ['node-kinds.md', nodeKindsPage()],
  ['settings.md', settingsPage()],
  ['command-reference.md', await commandReferencePage()],
  ['http-reference.md', httpReferencePage()],
  ['api-sdk.md', sdkPage()],
  ['api-client.md', clientPage()],
  ['access.md', accessPage()],
  ['protocols.md', withFieldTables(files.get('docs/protocols.md') ?? '')],
  ['install.md', withNpm(files.get('docs/install.md') ?? '')],
  ['licences.md', licencesPage(files.get('package-lock.json') ?? '')],
  ['protocols.md', withClientMethods(files.get('docs/protocols.md') ?? '')],
  ['performance.md', performancePage(readResults())],
  ['DECISIONS.md', withPlaces(files.get('docs/DECISIONS.md') ?? '', files)],
]);

for (const [name, text] of pages) {
  const file = new URL(`../docs/${name}`, import.meta.url);
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`docs/${name} is out of date. Run: npm run docs`);
    process.exitCode = 1;
  }
}
