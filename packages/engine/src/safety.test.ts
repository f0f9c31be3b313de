// The rules of the service, in workflows that know nothing of them.
import type { Tool, UserProfile } from '@cadence-agents/contracts';
import { scriptByAgent } from '@cadence-agents/testkit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runTurn } from './conversation/run-turn.ts';
import { withIngress } from './plan-verify.fixture.ts';
import { planSlot } from './planning/scratchpad.ts';
import { call } from './run.fixture.ts';
import { grantedTools } from './tools/granted-tools.ts';
import { compileWorkflow, type SafetySettings } from './workflow/compile-workflow.ts';
import { planVerifyWorkflow } from './workflow/plan-verify-workflow.ts';
import { sketch } from './workflow.fixture.ts';

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: name,
  input: z.looseObject({}),
  run: () => `${name} done`,
  ...more,
});
const tools = [tool('pay', { requiresApproval: true }), tool('look'), tool('post')];
const desk = sketch({
  agents: { A: { tools: ['pay', 'look', 'post'] } },
  toolNodes: ['tools'],
  edges: [['A', 'tools', 'tools']],
});

async function play(safety: SafetySettings | undefined, profile?: UserProfile) {
  let lookUps = 0;
  const model = scriptByAgent({ 'I am A.': [call('pay'), call('look'), call('post'), 'Done.'] });
  const workflow = compileWorkflow(desk, { model: () => model, tools, safety });
  const ended = await runTurn(workflow, {
    message: 'Hello',
    userId: 'ann',
    profileOf: async () => {
      lookUps += 1;
      return profile;
    },
  });
  const results = ended.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
  const offered = model.requests[0]?.tools.map(({ name }) => name);
  return { ...ended, results, offered, lookUps: () => lookUps };
}

describe('the rules of the service', () => {
  it('ask nobody to approve a call that they refuse', async () => {
    const { status, results, offered } = await play({ toolsByRole: { '*': ['look'] } });
    expect(status).toBe('completed');
    expect(offered).toEqual(['look']);
    expect(results).toEqual([
      'This user may not use the tool "pay".',
      'look done',
      'This user may not use the tool "post".',
    ]);
  });

  it('leave the approval of what they grant to a person', async () => {
    const { status, handoff } = await play({ toolsByRole: { '*': ['pay'] } });
    expect({ status, calls: handoff?.calls?.map(({ name }) => name) }).toEqual({
      status: 'awaiting_human',
      calls: ['pay'],
    });
  });

  it('look no user up a second time: the prompts need the same profile', async () => {
    const rules = await play({ toolsByRole: { '*': [] } });
    expect(rules.lookUps()).toBe(1);
    const none = await play(undefined);
    expect(none.status).toBe('awaiting_human');
    expect(none.lookUps()).toBe(1);
  });

  it('and those of an INGRESS node hold together', async () => {
    const own = withIngress(planVerifyWorkflow(tools), { toolsByRole: { '*': ['look', 'post'] } });
    const toolsIn = async (definition: typeof own, safety: SafetySettings | undefined) => {
      const model = scriptByAgent({ '': ['{"next":"generate","calls":[]}', 'Hello.'] });
      const workflow = compileWorkflow(definition, { model: () => model, tools, safety });
      const { state } = await runTurn(workflow, { message: 'Hello' });
      return planSlot.get(state.turn).userContext?.tools;
    };
    const service = { toolsByRole: { '*': ['pay', 'look'] } };
    expect(await toolsIn(own, service)).toEqual(['look']);
    expect(await toolsIn(own, undefined)).toEqual(['look', 'post']);
    expect(await toolsIn(planVerifyWorkflow(tools), service)).toEqual(['pay', 'look']);
    expect(await toolsIn(planVerifyWorkflow(tools), undefined)).toBeNull();
  });
});

describe('the tools that a person may use', () => {
  const byRole = { staff: ['pay'], guest: ['look'], '*': ['post'] };
  const person = (roles: string[], more: Partial<UserProfile> = {}): UserProfile => ({
    roles,
    preferences: {},
    ...more,
  });

  it.each<[string, UserProfile | undefined, Record<string, string[]> | undefined, string[] | null]>([
    ['all, where nothing is said', person(['staff']), undefined, null],
    ['those of their roles, added up', person(['staff', 'guest']), byRole, ['pay', 'look']],
    ['those for everybody else, without a role that is listed', person(['cook']), byRole, ['post']],
    ['those for everybody else, when nothing is known', undefined, byRole, ['post']],
    [
      'those that their profile names on top',
      person(['staff'], { tools: ['look'] }),
      byRole,
      ['pay', 'look'],
    ],
    ['only those that their profile names', person([], { tools: ['look'] }), undefined, ['look']],
    ['none, for a role that is the name of a method', person(['toString']), { '*': [] }, []],
  ])('are %s', (_, profile, roles, granted) => {
    const found = grantedTools(profile, roles);
    expect(found && [...found]).toEqual(granted);
  });
});
