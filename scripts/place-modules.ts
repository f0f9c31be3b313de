import { basename, dirname, resolve, sep } from 'node:path';
import type { Plugin } from 'rolldown';

/**
 * A module finds files by its own place: in a bundle it is told the place of its source. `placeOf` says where that is,
 * seen from the folder of the bundle, or nothing for a module that is left as it is. A thread whose module is in the
 * bundle starts from there: from TypeScript it would have to be compiled first.
 */
export function placeModules(
  placeOf: (id: string) => string | undefined,
  threads: readonly string[] = [],
): Plugin {
  return {
    name: 'place-modules',
    transform(code, id) {
      const place = code.includes('import.meta') ? placeOf(id)?.replaceAll(sep, '/') : undefined;
      if (place === undefined) return null;
      const joined = (path: string) =>
        `process.getBuiltinModule('node:path').join(import.meta.dirname, ${JSON.stringify(path)})`;
      const places: Record<string, string> = {
        url: `new URL(${JSON.stringify(place)}, import.meta.url).href`,
        filename: joined(place),
        dirname: joined(dirname(place)),
      };
      return code.replaceAll(
        /(new URL\((["'])(\.[^"']+)\2, )?\bimport\.meta\b(?:\.(\w+))?/g,
        (text, address: string = '', _, file: string = '', property: string = '') => {
          if (threads.includes(resolve(dirname(id), file)))
            return `new URL('./${basename(file, '.ts')}.js', import.meta.url`;
          const told = places[property];
          if (told === undefined) throw new Error(`"${id}" uses ${text}, which a bundle cannot give it.`);
          return address + told;
        },
      );
    },
  };
}
