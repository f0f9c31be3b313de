import type { Command } from 'commander';

interface Noun {
  addCommands(program: Command): void;
}

const serving = () => import('./serve.ts');

/** In the order of `--help`. Only the file of the command that is called is imported, so that each starts fast. */
const nouns: Readonly<Record<string, () => Promise<Noun>>> = {
  serve: serving,
  worker: serving,
  ask: () => import('./ask.ts'),
  chat: () => import('./chat.ts'),
  init: () => import('./init.ts'),
  setup: () => import('./setup.ts'),
  doctor: () => import('./doctor.ts'),
  status: () => import('./status.ts'),
  usage: () => import('./usage.ts'),
  workflow: () => import('./workflow.ts'),
  plugin: () => import('./plugin.ts'),
  run: () => import('./run.ts'),
  schedule: () => import('./schedule.ts'),
  test: () => import('./test.ts'),
  profile: () => import('./profile.ts'),
  key: () => import('./key.ts'),
  person: () => import('./person.ts'),
  mcp: () => import('./mcp.ts'),
  settings: () => import('./settings.ts'),
  secret: () => import('./secret.ts'),
  db: () => import('./db.ts'),
  archive: () => import('./archive.ts'),
  completion: () => import('./completion.ts'),
};

/** Adds the commands of one noun; all of them for help, for completion and for what is no command. */
export async function addNouns(program: Command, name?: string): Promise<void> {
  const isOne = name !== undefined && name !== 'completion' && Object.hasOwn(nouns, name);
  const named = isOne ? nouns[name] : undefined;
  const loaders = named ? [named] : new Set(Object.values(nouns));
  for (const load of loaders) (await load()).addCommands(program);
}
