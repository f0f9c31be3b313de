#!/usr/bin/env node
// Plain JavaScript, so that any Node can read it and hand over to one that runs TypeScript.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';

const major = Number(process.versions.node.split('.')[0]);
if (major >= 24) {
  module.enableCompileCache();
  const { main } = await import('../src/main.ts');
  await main(process.argv);
} else {
  const node = bundledNode();
  if (!node) {
    console.error(
      `cadence needs Node 24 and this is ${process.versions.node}.\nRun it as "npx cadence", or run "npm ci" first.`,
    );
    process.exit(2);
  }
  const child = spawn(node, [import.meta.filename ?? process.argv[1], ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  // Who stops this process means the other one, which must not be left behind.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name));
  child.once('exit', (status, signal) => {
    if (!signal) process.exit(status ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function bundledNode() {
  try {
    const node = join(
      dirname(module.createRequire(import.meta.url).resolve('node/package.json')),
      'bin',
      'node',
    );
    return existsSync(node) ? node : undefined;
  } catch {
    return undefined;
  }
}
