#!/usr/bin/env node
// The command of the installed package. Any Node can read it, and is told in a sentence when it is too old.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Cadence needs Node 24 or newer, and this is Node ${process.versions.node}: install it from https://nodejs.org.`,
  );
  process.exit(1);
}
const { enableCompileCache } = await import('node:module');
enableCompileCache();
const { main } = await import(new URL('../dist/main.js', import.meta.url).href);
await main(process.argv);
