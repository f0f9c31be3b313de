// An example for every command, at the end of its help.
import type { Command } from 'commander';
import { asTyped } from './command-name.ts';

/** By the names of commands; those with commands of their own have the one that people look for first. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  '': ['cadence ask "What is 15 * 23?"', 'cadence serve'],
  serve: [
    'cadence serve --port 8080',
    'cadence serve --database-url postgres://localhost/cadence --no-worker',
  ],
  worker: ['cadence worker --database-url postgres://localhost/cadence --concurrency 50'],
  ask: [
    'cadence ask "What is 15 * 23?"',
    'cadence ask --workflow plan-verify --json "What day is it in Tokyo?"',
  ],
  chat: ['cadence chat', 'cadence chat --workflow my-workflow.json --tone concise'],
  setup: ['cadence setup', 'cadence setup --provider openai --model gpt-5-mini < key.txt'],
  init: ['cadence init my-assistant && cd my-assistant && npm install && npm start'],
  status: ['cadence status', "cadence status --json | jq '.queue.waiting'"],
  usage: ['cadence usage --by model', 'cadence usage --since 2026-01-01 --json'],
  doctor: ['cadence doctor', "cadence doctor --json | jq '.findings[] | select(.ok | not)'"],
  workflow: ['cadence workflow check my-workflow.json'],
  'workflow check': ['cadence workflow check my-workflow.json', 'cadence workflow check coordinator --json'],
  'workflow draw': [
    'cadence workflow draw coordinator',
    'cadence workflow draw my-workflow.json --format svg > graph.svg',
  ],
  'workflow simulate': [
    'cadence workflow simulate my-workflow.json',
    'cadence workflow simulate my-workflow.json --run policy-1 --save tests',
  ],
  'workflow coverage': [
    'cadence workflow coverage coordinator --since 30d',
    'cadence workflow coverage my-workflow.json --generated --format lcov --fail-under 90',
  ],
  'workflow costs': ['cadence workflow costs coordinator --since 7d'],
  'workflow draft': [
    'cadence workflow draft "Sort questions by topic; a person approves what is sent" --into desk.json',
    'cadence workflow draft "Have the answer checked twice" --into desk.json',
  ],
  'workflow push': [
    'cadence workflow push my-workflow.json',
    'cadence workflow push my-workflow.json --gate --last 100',
  ],
  'workflow pull': ['cadence workflow pull coordinator > coordinator.json'],
  'workflow schema': ['cadence workflow schema > workflow.schema.json'],
  'workflow list': ['cadence workflow list'],
  'workflow versions': ['cadence workflow versions my-workflow'],
  'workflow delete': ['cadence workflow delete my-workflow'],
  plugin: ['cadence plugin create Weather'],
  'plugin list': ['cadence plugin list'],
  'plugin create': [
    'cadence plugin create Weather',
    'cadence plugin create "Order desk" --dir plugins/orders',
  ],
  'plugin check': ['cadence plugin check ./weather'],
  'plugin test': ['cadence plugin test ./weather'],
  'plugin install': ['cadence plugin install ./weather', 'cadence plugin install weather-1.0.0.tgz'],
  'plugin remove': ['cadence plugin remove weather'],
  'plugin reload': ['cadence plugin reload'],
  'plugin off': ['cadence plugin off weather'],
  'plugin on': ['cadence plugin on weather'],
  'plugin config': ['cadence plugin config weather', 'cadence plugin config weather --set unit=celsius'],
  run: ['cadence run show 4f1c2a9b'],
  'run list': [
    'cadence run list',
    'cadence run list --status failed --json',
    'cadence run list --feedback down --from 2026-01-31',
  ],
  'run show': ['cadence run show 4f1c2a9b', 'cadence run show 4f1c2a9b --calls'],
  'run replay': [
    'cadence run replay 4f1c2a9b',
    'cadence run replay case.run.json --workflow my-workflow.json',
    'cadence run replay 4f1c2a9b --prompt math=prompt.txt --json',
    'cadence run replay 4f1c2a9b --live tools',
  ],
  'run search': ['cadence run search zurich lake'],
  'run try': [
    'cadence run try 4f1c2a9b 2 --model openai:gpt-5',
    'cadence run try 4f1c2a9b 2 --system prompt.txt --temperature 0',
  ],
  'run export': ['cadence run export 4f1c2a9b > tests/sums.run.json'],
  test: [
    'cadence test',
    'cadence test tests --junit report.xml',
    'cadence test --from-runs --since 7d --sample 50',
    'cadence test --coverage --fail-under 90',
  ],
  'run resume': [
    'cadence run resume 4f1c2a9b --answer "Yes, go on"',
    'cadence run resume 4f1c2a9b --choice approve',
  ],
  'run fork': [
    'cadence run fork 4f1c2a9b --at 3 --message "And in euros?"',
    'cadence run fork 4f1c2a9b --at 3 --state state.json --go-on',
  ],
  'run cancel': ['cadence run cancel 4f1c2a9b'],
  schedule: ['cadence schedule create "0 8 * * 1-5" "What is new?"'],
  'schedule create': [
    'cadence schedule create "0 8 * * 1-5" "What is new?"',
    'cadence schedule create @daily "Sum up the day" --workflow my-workflow --time-zone Europe/Berlin',
  ],
  'schedule list': ['cadence schedule list'],
  'schedule pause': ['cadence schedule pause 5f1c2a34-0b1d-4c6e-9a7f-2d3e4f5a6b7c'],
  'schedule resume': ['cadence schedule resume 5f1c2a34-0b1d-4c6e-9a7f-2d3e4f5a6b7c'],
  'schedule delete': ['cadence schedule delete 5f1c2a34-0b1d-4c6e-9a7f-2d3e4f5a6b7c'],
  profile: ['cadence profile show'],
  'profile show': ['cadence profile show'],
  'profile set': ['cadence profile set profile.json'],
  key: ['cadence key create --role operator'],
  'key create': ['cadence key create --role operator --name "the website"'],
  'key list': ['cadence key list'],
  'key revoke': ['cadence key revoke 3kq9'],
  'key rotate': ['cadence key rotate 3kq9', 'cadence key rotate 3kq9 --grace-days 2'],
  person: ['cadence person export anna > anna.jsonl'],
  'person list': ['cadence person list', 'cadence person list --prefix an --json'],
  'person export': ['cadence person export anna > anna.jsonl'],
  'person erase': ['cadence person erase anna'],
  mcp: ['cadence mcp list'],
  'mcp list': ['cadence mcp list'],
  'mcp add': [
    'cadence mcp add tickets --url https://tickets.example.org/mcp',
    'cadence mcp add files -- npx -y @modelcontextprotocol/server-filesystem ./notes',
  ],
  'mcp remove': ['cadence mcp remove tickets'],
  'mcp test': ['cadence mcp test tickets'],
  settings: ['cadence settings', 'cadence settings set defaultModel openai:gpt-5-mini'],
  'settings list': ['cadence settings list --json'],
  'settings set': ['cadence settings set defaultModel openai:gpt-5-mini'],
  'settings unset': ['cadence settings unset defaultModel'],
  secret: ['cadence secret set OPENAI_API_KEY < key.txt'],
  'secret set': ['cadence secret set OPENAI_API_KEY < key.txt'],
  'secret list': ['cadence secret list'],
  'secret remove': ['cadence secret remove OPENAI_API_KEY'],
  db: ['cadence db backup backup.db'],
  'db status': ['cadence db status'],
  'db migrate': ['cadence db migrate'],
  'db check': ['cadence db check'],
  'db shrink': ['cadence db shrink'],
  'db backup': ['cadence db backup backup.db'],
  'db restore': ['cadence db restore backup.db'],
  archive: [
    'cadence archive --before 90d --dry-run',
    'cadence archive --before 90d --to s3://my-bucket/cadence',
  ],
  completion: [
    'cadence completion bash >> ~/.bashrc',
    'cadence completion fish > ~/.config/fish/completions/cadence.fish',
  ],
};

export function addExamples(command: Command, name = ''): void {
  const own = examples[name] ?? [];
  if (own.length > 0)
    command.addHelpText('after', asTyped(`\nExample${own.length > 1 ? 's' : ''}:\n  ${own.join('\n  ')}`));
  for (const each of command.commands)
    addExamples(each, name === '' ? each.name() : `${name} ${each.name()}`);
}
