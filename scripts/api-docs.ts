// docs/api-sdk.md and docs/api-client.md: what the packages for authors and callers export, from their sources.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Endpoint, endpoints } from '@cadence-agents/contracts';
import { parseSync } from 'rolldown/utils';

interface Surface {
  /** As it is imported. */
  name: string;
  file: string;
}

const root = join(import.meta.dirname, '..');

export const sdkPage = () =>
  page('API of the sdk', 'What a plugin imports. [Writing a plugin](plugins.md) shows it at work.', [
    { name: '@cadence-agents/sdk', file: 'packages/sdk/src/index.ts' },
    { name: '@cadence-agents/sdk/testing', file: 'packages/sdk/src/testing/index.ts' },
  ]);

export const clientPage = () =>
  `${page(
    'API of the client',
    'What calls a server from TypeScript. [HTTP API](http-api.md#from-typescript) shows it at work.',
    [
      { name: '@cadence-agents/client', file: 'packages/client/src/index.ts' },
      { name: '@cadence-agents/client/react', file: 'packages/client/src/react/index.ts' },
    ],
  )}
${methods()}`;

/** Each endpoint as a method, with the parts that its request has. */
function methods(): string {
  const rows = Object.entries<Endpoint>(endpoints).map(([name, { method, path, summary, ...has }]) => {
    const parts = (['params', 'query', 'body'] as const).filter((part) => has[part] !== undefined);
    const request = parts.length === 0 ? '' : `{ ${parts.join(', ')} }`;
    return `| \`${name}(${request})\` | \`${method} ${path}\` | ${summary} |`;
  });
  return [
    '## Methods of a client',
    '',
    'A request and its reply are typed by the endpoint; [the HTTP reference](http-reference.md) has their fields.',
    '',
    '| method | endpoint |  |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function page(title: string, about: string, surfaces: readonly Surface[]): string {
  return `# ${title}

${about} This page is made from the sources by \`npm run docs\`; its examples are run by the tests.

${surfaces.map(section).join('\n')}`;
}

function section({ name, file }: Surface): string {
  const declared = exportedNames(file).map((exported) => declarationOf(file, exported));
  // What can be called comes first; the types are there to look things up in.
  const [callable, types] = [
    declared.filter(({ isType }) => !isType),
    declared.filter(({ isType }) => isType),
  ];
  const unsaid = declared.filter(({ about }) => about === '').map((each) => each.name);
  if (unsaid.length > 0) throw new Error(`Of ${name} nobody says what these are: ${unsaid.join(', ')}.`);
  const silent = callable.find(({ example }) => example === undefined);
  if (silent) throw new Error(`"${silent.name}" of ${name} has no @example.`);
  return [`## ${name}`, '', ...[...callable, ...types].map(entry)].join('\n');
}

interface Declaration {
  name: string;
  isType: boolean;
  about: string;
  example: string | undefined;
  /** Without bodies: what a caller has to know. */
  source: string;
}

function entry({ name, about, example, source }: Declaration): string {
  const shown = example === undefined ? [] : ['```ts', example, '```', ''];
  return [
    `### ${name}`,
    '',
    about,
    '',
    ...shown,
    '<!-- not run: a declaration -->',
    '```ts',
    source,
    '```',
    '',
  ].join('\n');
}

function exportedNames(file: string): string[] {
  return modules(file).program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration'
      ? statement.specifiers.map(({ exported }) => nameOf(exported))
      : [],
  );
}

/** A declaration, wherever the export leads. */
function declarationOf(file: string, name: string): Declaration {
  const { program, text, comments } = modules(file);
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const passedOn = statement.specifiers.find(({ exported }) => nameOf(exported) === name);
    if (passedOn && statement.source)
      return declarationOf(resolved(file, statement.source.value), nameOf(passedOn.local));
    const { declaration } = statement;
    if (!declaration || !('id' in declaration) || declaration.id?.type !== 'Identifier') continue;
    if (declaration.id.name !== name) continue;
    const comment = comments.findLast(
      ({ type, end }) =>
        type === 'Block' && end <= statement.start && text.slice(end, statement.start).trim() === '',
    );
    return {
      name,
      isType: declaration.type === 'TSInterfaceDeclaration' || declaration.type === 'TSTypeAliasDeclaration',
      ...readComment(comment?.value ?? ''),
      source: withoutBodies(declaration, text),
    };
  }
  throw new Error(`${file} has no "${name}".`);
}

type Program = ReturnType<typeof parseSync>['program'];
type Exported = Extract<Program['body'][number], { type: 'ExportNamedDeclaration' }>;

function withoutBodies(declaration: NonNullable<Exported['declaration']>, text: string): string {
  const { start, end } = declaration;
  if (declaration.type === 'FunctionDeclaration' && declaration.body)
    return `${text.slice(start, declaration.body.start).trim()};`;
  if (declaration.type !== 'ClassDeclaration') return text.slice(start, end).trim();
  const members = declaration.body.body.flatMap((member) => {
    if (member.type === 'PropertyDefinition' && member.computed) return [];
    const stop = member.type === 'MethodDefinition' ? (member.value.body?.start ?? member.end) : member.end;
    return [`  ${text.slice(member.start, stop).trim().replace(/;$/, '')};`];
  });
  return [text.slice(start, declaration.body.start + 1), ...members, '}'].join('\n');
}

/** The text of a comment, and its example. */
function readComment(comment: string): Pick<Declaration, 'about' | 'example'> {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const [about = '', example] = lines.join('\n').split('@example\n');
  return { about: about.trim().replaceAll('\n', ' '), example: example?.trim() };
}

function resolved(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  return join('packages', specifier.replace('@cadence-agents/', ''), 'src/index.ts');
}

function modules(file: string) {
  const text = readFileSync(join(root, file), 'utf8');
  const { program, comments } = parseSync(file, text);
  return { program, comments, text };
}

function nameOf(exported: Exported['specifiers'][number]['exported']): string {
  return exported.type === 'Literal' ? exported.value : exported.name;
}
