import { published } from '@cadence-agents/contracts';
import type { Files } from './read-repository.ts';

type Names = typeof published;

/** A command that fetches npm packages, with all that follows it on the line. */
const npmCommand =
  /\b(?:npx|bunx|(?:npm|pnpm|yarn|bun) (?:install|add|exec|dlx|create|init|i|x)\b)((?: +[^\s`'"|;&#)\\]+)+)/g;

/** A command that fetches images, with all that follows it on the line. */
const imageCommand = /\b(?:docker|podman|buildah) (?:pull|run|create|from)\b((?: +[^\s`'"|;&#)\\]+)+)/g;

const imageField = /^\s*(?:- )?(?:image|newName|FROM):? +(\S+)/gm;

/** A version of one of our names in a package.json. */
const dependency = /"(@?cadence[\w-]*(?:\/[\w-]+)?)": "[\^~]?\d/g;

const words = (text: string): string[] =>
  text.split(/\s+/).filter((word) => word !== '' && !word.startsWith('-'));

const isCadence = (name: string): boolean => /^@?cadence/.test(name);

/** A package's name without the version that is asked for. */
const bareName = (word: string): string => word.replace(/(?<=.)@[^/]*$/, '');

function isOwnPackage(name: string, { command, scope, reserved }: Names): boolean {
  return reserved && (name === command || name.startsWith(`${scope}/`));
}

/** Names of packages, in what a command is given: files are none. */
const packageNames = (text: string): string[] =>
  words(text)
    .map(bareName)
    .filter(
      (word) => isCadence(word) && !/\.tgz$/.test(word) && (word.startsWith('@') || !word.includes('/')),
    );

/** Images that a container engine would look for in a public registry. */
const publicImages = (text: string): string[] =>
  words(text).filter((word) => /^cadence(?:-[\w-]+)?(?:\/[\w-]+)?(?::[\w.]+)?$/.test(word));

/** Lines that tell people or programs to fetch a package or an image by a name that is not ours. */
export function strangersNames(files: Files, names: Names = published): string[] {
  return [...files].flatMap(([path, text]) => {
    const joined = text.replaceAll(/ *\\\n\s*/g, ' ');
    const packages = [...joined.matchAll(npmCommand)].flatMap(([, rest = '']) => packageNames(rest));
    const depended = /package(?:-lock)?\.json$/.test(path)
      ? []
      : [...joined.matchAll(dependency)].map(([, name = '']) => name);
    const images = [
      ...[...joined.matchAll(imageCommand)].flatMap(([, rest = '']) => publicImages(rest)),
      ...[...joined.matchAll(imageField)].flatMap(([, image = '']) => publicImages(image)),
    ];
    return [...[...packages, ...depended].filter((name) => !isOwnPackage(name, names)), ...images].map(
      (name) => `${path}: "${name}" would be fetched`,
    );
  });
}

/** Workspaces that are not called by the published names. */
export function otherNames(files: Files, { command, scope }: Names = published): string[] {
  return [...files].flatMap(([path, text]) => {
    if (!/^(?:(?:packages|plugins)\/[^/]+\/)?package\.json$/.test(path)) return [];
    const { name }: { name: string } = JSON.parse(text);
    const isRight = path === 'package.json' ? name === command : name.startsWith(`${scope}/`);
    return isRight ? [] : [`${path}: "${name}"`];
  });
}
