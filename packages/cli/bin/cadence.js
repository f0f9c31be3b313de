#!/usr/bin/env node
// Plain JavaScript, so that any Node can read it and hand over to one that runs TypeScript.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';

const major = Number(process.versions.node.split('.')[0]);
if (major >= 24) {
  module.enableCompileCache();
  const { main } = await commandModule();
  await main(process.argv);
} else {
  const node = bundledNode();
  if (!node) {
    console.error(
      `Cadence needs Node 24 or newer, and this is Node ${process.versions.node}: run "npm ci", which brings it along.`,
    );
    process.exit(1);
  }
  const child = spawn(node, [import.meta.filename ?? process.argv[1], ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  // Who stops this process means the other one, which must not be left behind.
  process.on('SIGINT', () => child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  child.once('exit', (status, signal) => {
    if (!signal) process.exit(status ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** From the bundle if there is one that is up to date. `CADENCE_RUN_FROM` insists on `bundle` or `sources`. */
async function commandModule() {
  const wanted = process.env.CADENCE_RUN_FROM;
  // It is no setting, and a variable of ours that is none is an error.
  delete process.env.CADENCE_RUN_FROM;
  if (wanted !== 'sources') {
    const { findBundle } = await import('./bundle.js');
    const bundle = findBundle();
    if (typeof bundle !== 'string') {
      bundle.share();
      return import(bundle.main);
    }
    if (wanted === 'bundle') {
      console.error(`${bundle}\nRun "npm run bundle".`);
      process.exit(2);
    }
  }
  return import('../src/main.ts');
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
