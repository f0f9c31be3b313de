// Licences of packages of others that are not installed beside the command but are in it.
import { readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { workspace } from './published.ts';

interface PackageFile {
  name: string;
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
}

const readPackage = (folder: string): PackageFile =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** One chapter for each package: its name, its licence, and the text of it. */
export function thirdPartyNotices(folders: readonly string[]): string {
  const chapters = [...new Set(folders)].map((folder) => {
    const { name, version, license = 'see its text' } = readPackage(folder);
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(file));
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`## ${name} ${version}`, `Licence: ${license}`, ...texts].join('\n\n');
  });
  return `# Packages that are part of this one\n\n${chapters.toSorted().join('\n\n')}\n`;
}

/** Of the repository's own, and what builds the page and is not in it. */
const notInPage = /^(?:@cadence-agents\/.*|@tailwindcss\/vite|@vitejs\/plugin-react|vite)$/;

/** The folders of all packages that the page may have something of. */
export function pagePackages(): string[] {
  const found = new Set<string>();
  const follow = (folder: string) => {
    for (const name of Object.keys(readPackage(folder).dependencies ?? {})) {
      const file = notInPage.test(name) ? undefined : findPackageJSON(name, join(folder, 'index.js'));
      if (file === undefined || found.has(dirname(file))) continue;
      found.add(dirname(file));
      follow(dirname(file));
    }
  };
  follow(workspace('@cadence-agents/web').folder);
  return [...found];
}
