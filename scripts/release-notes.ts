// Prints what the changelog says of a version; fails when it says nothing.
import { readFileSync } from 'node:fs';

const [version] = process.argv.slice(2);
const heading = `${version}\n`;
const versions = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const notes = versions.find((part) => part.startsWith(heading))?.slice(heading.length);
if (notes === undefined) throw new Error(`CHANGELOG.md has nothing of "${version}".`);
console.log(notes.trim());
