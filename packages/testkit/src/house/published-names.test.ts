import { published } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { otherNames, strangersNames } from './published-names.ts';
import { readRepository } from './read-repository.ts';

// Put together here, because this file is checked as well.
const name = 'cadence';
const scoped = `@${name}-agents/sdk`;
const found = (text: string, names?: typeof published) => strangersNames(new Map([['a.md', text]]), names);

describe('strangersNames', () => {
  it('finds none in this repository', async () => {
    expect(strangersNames(await readRepository())).toEqual([]);
  });

  it.each([
    `npx ${name} ask "What is 15 * 23?"`,
    `npx --yes ${name}@latest serve`,
    `run: npx ${name} setup`,
    `npm install ${name}`,
    `npm install --save-exact zod ${name}@3`,
    `\`npm i ${scoped}\``,
    `npx ${name}-agents serve`,
    `pnpm add ${scoped}@0.1.0`,
    `npm create ${name}`,
    `npm install zod \\\n  ${name}`,
    `{ "dependencies": { "${name}": "^0.1.0" } }`,
    `docker run --rm -p 8000:8000 ${name}`,
    `docker pull ${name}/server:0.1.0`,
    `    image: ${name}`,
    `FROM ${name}:latest`,
  ])('finds what is fetched in: %s', (line) => {
    expect(found(line)).toHaveLength(1);
  });

  it.each([
    `${name} ask "Hello"`,
    `npm ci && npm start && ${name} doctor`,
    `npm install ./release/${name}-agents-0.1.0.tgz`,
    `npm install langchain @langchain/core`,
    `docker run -v ${name}:/data localhost/${name}`,
    `docker run registry.example.org/${name}:1`,
    `image: localhost/${name}`,
    `"${name}": { "plugin": "./src/index.ts" }`,
  ])('accepts: %s', (line) => {
    expect(found(line)).toEqual([]);
  });

  it('accepts the published names once they are reserved, and no others', () => {
    const reserved = { ...published, reserved: true };
    expect(found(`npx ${name}-agents ask && npm install ${scoped}`, reserved)).toEqual([]);
    expect(found(`npm install ${name}`, reserved)).toHaveLength(1);
  });
});

describe('otherNames', () => {
  it('finds none in this repository', async () => {
    const files = await readRepository();
    expect(files.has('packages/cli/package.json')).toBe(true);
    expect(otherNames(files)).toEqual([]);
  });

  it('finds a package outside of the scope', () => {
    expect(otherNames(new Map([['plugins/a/package.json', `{ "name": "@${name}/a" }`]]))).toHaveLength(1);
  });
});
