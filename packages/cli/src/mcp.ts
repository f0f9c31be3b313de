import { text } from 'node:stream/consumers';
import { CadenceError } from '@cadence-agents/contracts';
import type { Command } from 'commander';
import { exitCodes } from './exit-code.ts';
import { withCadence, withStore } from './local-cadence.ts';
import { printJson, printTable, say } from './output.ts';

export function addCommands(program: Command): void {
  const mcp = program.command('mcp').description('MCP servers whose tools are used');
  mcp
    .command('list')
    .description('all of them, from the settings and entered, and whether each can be connected to')
    .option('--json', 'print them as JSON')
    .action(list);
  reachable(
    mcp
      .command('add <name> [command...]')
      .description(
        'enter a server, or change it: an address, a command after "--", or its entry as JSON on stdin',
      ),
  )
    .option('--description <text>', 'what it is for, which the coordinator chooses by')
    .option('--tools <names...>', 'the tools that may be used; all when absent')
    .option('--approve <names...>', 'the tools that a person has to approve')
    .action(add);
  mcp
    .command('remove <name>')
    .description('forget a server that was entered; running servers do so within seconds')
    .action(remove);
  reachable(
    mcp
      .command('test <name> [command...]')
      .description(
        'connect to a server: its tools, or why it fails; with an address or a command, before it is entered',
      ),
  ).action(test);
}

function reachable(command: Command): Command {
  return command
    .option('--url <address>', 'where it is')
    .option(
      '--header <name: value...>',
      'sent with each request; see "cadence secret" for values that are not to be seen',
    )
    .option(
      '--env <NAME=value...>',
      'a variable of the command; see "cadence secret" for values that are not to be seen',
    );
}

interface AddOptions {
  url?: string;
  header?: string[];
  env?: string[];
  description?: string;
  tools?: string[];
  approve?: string[];
}

/** Longer than the two attempts that a server is given, by the newer protocol and by the older one. */
const PATIENCE_MS = 30_000;

async function listed() {
  const { listMcpServers, localPrincipal } = await import('@cadence-agents/server/app');
  return withCadence(null, async (local) => {
    await local.mcpServers.tried(PATIENCE_MS);
    return listMcpServers(local, localPrincipal);
  });
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const servers = await listed();
  if (json) return printJson(servers);
  if (servers.length === 0)
    return say(
      'No MCP servers yet. Enter one: cadence mcp add tickets --url https://tickets.example.org/mcp',
    );
  printTable(
    servers.map(({ name, source, transport, status, tools, reason }) => [
      ...[name, source, transport, status],
      status === 'connected' ? `${tools.length} tools` : (reason ?? ''),
    ]),
  );
}

async function add(name: string, words: string[], options: AddOptions): Promise<void> {
  const { localPrincipal, putMcpServer } = await import('@cadence-agents/server/app');
  const entry = await entryOf(words, options);
  await withStore((local) => putMcpServer(local, localPrincipal, { name, entry }));
  console.log(
    `${name} is entered. Running servers connect to it within seconds; to try it: cadence mcp test ${name}`,
  );
}

async function entryOf([command, ...args]: string[], { url, header, env, ...shared }: AddOptions) {
  if (url !== undefined) return { url, ...(header && { headers: pairs(header, ':') }), ...shared };
  if (command !== undefined) return { command, args, ...(env && { env: pairs(env, '=') }), ...shared };
  if (process.stdin.isTTY) console.error('Type the entry as JSON, then Enter and Ctrl-D:');
  try {
    return JSON.parse(await text(process.stdin));
  } catch (cause) {
    throw new CadenceError('INPUT_INVALID', 'The entry is not JSON.', {
      hint: 'Give --url, a command after "--", or JSON on stdin: {"url": "https://…"}',
      cause,
    });
  }
}

function pairs(texts: readonly string[], sign: ':' | '='): Record<string, string> {
  return Object.fromEntries(
    texts.map((one) => {
      const at = one.indexOf(sign);
      if (at > 0) return [one.slice(0, at).trim(), one.slice(at + 1).trim()];
      throw new CadenceError('INPUT_INVALID', `"${one}" has no "${sign}" between its name and its value.`, {
        hint: sign === ':' ? "As: --header 'authorization: Bearer …'" : 'As: --env NAME=value',
      });
    }),
  );
}

async function remove(name: string): Promise<void> {
  const { deleteMcpServer, localPrincipal } = await import('@cadence-agents/server/app');
  await withStore((local) => deleteMcpServer(local, localPrincipal, name));
  console.log(`${name} is forgotten.`);
}

async function test(name: string, words: string[], options: AddOptions): Promise<void> {
  const isTyped = options.url !== undefined || words.length > 0;
  const { status, reason, tools, problems, protocolVersion } = isTyped
    ? await tested(name, await entryOf(words, options))
    : await kept(name);
  if (status === 'connected') {
    console.log(tools.join('\n'));
    return say([`Protocol ${protocolVersion}`, ...problems].join('. '));
  }
  console.error(`${name}: ${reason ?? 'It did not answer in time.'}`);
  process.exitCode = exitCodes.problem;
}

async function tested(name: string, changes: object) {
  const { localPrincipal, testMcpServer } = await import('@cadence-agents/server/app');
  const { tools, ...result } = await withCadence(null, (local) =>
    testMcpServer(local, localPrincipal, { name, changes }),
  );
  return { ...result, tools: tools.map((tool) => tool.name) };
}

async function kept(name: string) {
  const found = (await listed()).find((server) => server.name === name);
  if (found) return found;
  throw new CadenceError('MCP_SERVER_NOT_FOUND', `There is no MCP server "${name}".`, {
    hint: 'See: cadence mcp list',
  });
}
