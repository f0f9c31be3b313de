import { styleText } from 'node:util';
import { CadenceError } from '@cadence-agents/contracts';
import type { Cadence } from '@cadence-agents/server';
import type { Finding } from '@cadence-agents/server/app';
import type { ReadSettings, SettingName } from '@cadence-agents/server/settings';
import type { Command } from 'commander';
import { exitCodes } from './exit-code.ts';
import { localSettings, withStore } from './local-cadence.ts';
import { dim, errorsIn, printJson, say } from './output.ts';

export function addCommands(program: Command): void {
  program
    .command('doctor')
    .description('settings, models and workflows: what works, and what to do about the rest')
    .option('--json', 'print the findings as JSON')
    .action(doctor);
}

/** Longer than the two attempts that a server is given, by the newer protocol and by the older one. */
const MCP_PATIENCE_MS = 30_000;

/** Looks at everything Cadence needs and says what to do about what is missing. */
async function doctor(options: { json?: boolean }): Promise<void> {
  const read = await localSettings().catch((error: unknown) => CadenceError.from(error));
  const findings = CadenceError.is(read)
    ? [node(), failed('settings', read)]
    : [node(), ...(await look(read))];
  const settings = CadenceError.is(read) ? [] : await describeSettings(read);
  const ok = findings.every((one) => one.ok);
  if (options.json) printJson({ ok, findings, settings });
  else print(findings, settings);
  process.exitCode = ok ? exitCodes.done : exitCodes.problem;
}

async function look(read: ReadSettings): Promise<Finding[]> {
  const { openCadence } = await import('@cadence-agents/server');
  const { mcpServerFinding, pluginFinding } = await import('@cadence-agents/server/app');
  const shipped = await shippedOnes();
  try {
    const cadence = await openCadence({ ...read, worker: false });
    try {
      const findings = [
        database(read),
        ...(await runtime(read)),
        await model(cadence),
        await providers(),
        ...cadence.plugins.list().map(pluginFinding),
      ];
      // Until those that do not come have said why.
      await cadence.mcpServers.tried(MCP_PATIENCE_MS);
      return [...findings, ...cadence.mcpServers.list().map(mcpServerFinding), ...shipped];
    } finally {
      await cadence.close();
    }
  } catch (error) {
    return [failed('database', CadenceError.from(error)), ...shipped];
  }
}

function node(): Finding {
  return { name: 'node', ok: true, detail: process.versions.node };
}

function database({ settings }: ReadSettings): Finding {
  const where = settings.databaseUrl ? 'PostgreSQL' : `SQLite in ${settings.dataDir}`;
  return { name: 'database', ok: true, detail: `${where}, answers` };
}

/** Ours is always there. */
async function runtime({ settings }: ReadSettings): Promise<Finding[]> {
  if (settings.runtime === 'native') return [];
  const { loadLangGraph } = await import('@cadence-agents/server');
  const name = `runtime ${settings.runtime}`;
  return loadLangGraph().then(
    () => [{ name, ok: true, detail: 'is installed' }],
    (error: unknown) => [failed(name, CadenceError.from(error))],
  );
}

/** Whose models could be called as things are, and what the others need. */
async function providers(): Promise<Finding> {
  const { modelProviders } = await import('@cadence-agents/engine');
  const all = modelProviders();
  const ready = all.filter(({ missing }) => missing.length === 0);
  const others = all.filter(({ missing }) => missing.length > 0);
  const [first] = others;
  const names = (some: readonly { name: string }[]) => some.map(({ name }) => name).join(', ');
  return {
    name: 'model providers',
    ok: true,
    detail: names(ready),
    ...(first && {
      hint: `Not installed: ${names(others)}. For ${first.name}, run: npm install ${first.missing.join(' ')}`,
    }),
  };
}

async function model({ models, settings }: Cadence): Promise<Finding> {
  const name = settings.defaultModel;
  try {
    const signal = AbortSignal.timeout(10_000);
    const request = { system: 'Answer with one word.', tools: [], maxOutputTokens: 16 };
    const messages = [{ id: 'doctor', role: 'user', content: 'Say hello.' } as const];
    await models.get(name).generate({ ...request, messages }, { signal, maxRetries: 0 });
    const note =
      name === 'offline' ? 'answers; it is the offline model, which only matches words to tools' : 'answers';
    return { name: `model ${name}`, ok: true, detail: note };
  } catch (error) {
    return failed(`model ${name}`, CadenceError.from(error));
  }
}

async function shippedOnes(): Promise<Finding[]> {
  const { readJsonFile, shippedWorkflowFile, shippedWorkflows } = await import('@cadence-agents/server');
  const { check } = await import('@cadence-agents/workflow');
  return shippedWorkflows().map((id) => {
    const { problems, certificate } = check(readJsonFile(shippedWorkflowFile(id)));
    const errors = errorsIn(problems);
    const detail = certificate?.bounded ? `ends within ${certificate.maxSteps} steps` : `${errors} errors`;
    return { name: `workflow ${id}`, ok: errors === 0, detail };
  });
}

function failed(name: string, { message, hint }: CadenceError): Finding {
  return { name, ok: false, detail: message, ...(hint && { hint }) };
}

/** With what was entered, where the database answers. */
async function describeSettings(read: ReadSettings) {
  const { listSettings, localPrincipal } = await import('@cadence-agents/server/app');
  const entered = await withStore((local) => listSettings(local, localPrincipal)).catch(() => []);
  const { settingTable } = await import('@cadence-agents/server/settings');
  return (Object.keys(settingTable) as SettingName[]).map((name) => {
    const { env, secret, about } = settingTable[name];
    const known = entered.find((setting) => setting.name === name);
    const source = known?.source ?? read.sources[name];
    const value = secret && source !== 'default' ? '(set)' : (known?.value ?? read.settings[name]);
    return { name: env, value, source, about };
  });
}

function print(findings: Finding[], settings: Awaited<ReturnType<typeof describeSettings>>): void {
  for (const { name, ok, detail, hint } of findings) {
    console.log(`${ok ? styleText('green', '✓') : styleText('red', '✗')} ${name}: ${detail}`);
    if (hint) say(`  ${hint}`);
  }
  if (settings.length === 0) return;
  console.log('\nSettings');
  const width = Math.max(...settings.map(({ name }) => name.length));
  for (const { name, value, source } of settings) {
    const shown = value === null ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value);
    const from = source === 'default' ? '' : dim(` (${source})`);
    console.log(`  ${name.padEnd(width)}  ${shown}${from}`);
  }
}
