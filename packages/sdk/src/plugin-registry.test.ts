import type { Plugin } from '@cadence-agents/contracts';
import { describe, expect, it, vi } from 'vitest';
import { collectRegistrations, pluginRegistry, registerPlugin } from './plugin-registry.ts';

const plugin = (name: string): Plugin => ({
  metadata: { name, version: '1.0.0', description: name, capabilities: [] },
  createAgent: () => ({ systemPrompt: name, tools: [] }),
});

describe('registerPlugin', () => {
  it('hands each plugin to the one who collects it, however the work interleaves', async () => {
    const gate = Promise.withResolvers<void>();
    const one = collectRegistrations(async () => {
      await gate.promise;
      registerPlugin(plugin('one'));
      return 1;
    });
    const two = collectRegistrations(async () => {
      registerPlugin(plugin('two'));
      gate.resolve();
    });
    expect((await one).value).toBe(1);
    expect((await one).registered.map(({ metadata }) => metadata.name)).toEqual(['one']);
    expect((await two).registered.map(({ metadata }) => metadata.name)).toEqual(['two']);
  });

  it('keeps what nobody collects', () => {
    const kept = plugin('kept');
    registerPlugin(kept);
    expect(pluginRegistry().registered).toContain(kept);
  });

  it('shares its registry with another copy of the package', async () => {
    vi.resetModules();
    const copy = await import('./plugin-registry.ts');
    expect(copy.registerPlugin).not.toBe(registerPlugin);
    const { registered } = await collectRegistrations(async () => copy.registerPlugin(plugin('other')));
    expect(registered.map(({ metadata }) => metadata.name)).toEqual(['other']);
  });
});
