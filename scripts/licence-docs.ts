// docs/licences.md: what is installed with Cadence, and by which licence.
import {
  type LockedPackage,
  licenceExceptions,
  lockedPackages,
} from '../packages/testkit/src/house/licences.ts';

export function licencesPage(lock: string): string {
  const packages = lockedPackages(lock);
  const exceptions = Object.entries(licenceExceptions).map(([name, why]) => `| \`${name}\` | ${why} |`);
  return `# Licences

This page is made from \`package-lock.json\` by \`npm run docs\`. A test fails when a package comes in whose licence is unknown or asks for more than to be named. \`npm run --silent sbom\` prints the same as a bill of materials (CycloneDX).

Cadence itself is MIT.

## Exceptions

| Package | Why it may be used |
|---|---|
${exceptions.join('\n')}

## Shipped or run

${table(packages.filter(({ dev }) => !dev))}

## For building and testing

${table(packages.filter(({ dev }) => dev))}
`;
}

function table(packages: readonly LockedPackage[]): string {
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence ?? '?'} |`);
  return `${packages.length} packages.\n\n| Package | Version | Licence |\n|---|---|---|\n${rows.join('\n')}`;
}
