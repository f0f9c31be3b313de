// `npm run lock`: adds to package-lock.json the optional packages of other platforms that it names and leaves out.
// npm leaves them out when the registry in use does not carry them, and then refuses its own lock in `npm ci`.
import { readFileSync, writeFileSync } from 'node:fs';

interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
];

const file = new URL('../package-lock.json', import.meta.url);
const lock: { packages: Record<string, LockedPackage> } = JSON.parse(readFileSync(file, 'utf8'));
const known = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1)));
const added: string[] = [];

for (const { dev, optionalDependencies = {} } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (known.has(name) || !/^\d/.test(version)) continue;
    known.add(name);
    added.push(name);
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(dev && { dev }),
      optional: true,
      ...platformOf(name),
    };
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? 'The lock is complete.' : `Added ${added.length}:\n${added.join('\n')}`);

/** What a package of a binary runs on, which its name says. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const parts = name.split(/[-/@]/);
  const os = systems.filter((system) => parts.includes(system));
  const cpu = processors.filter((processor) => parts.includes(processor));
  const libc = /musl/.test(name) ? ['musl'] : /gnu/.test(name) ? ['glibc'] : [];
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }) };
}
