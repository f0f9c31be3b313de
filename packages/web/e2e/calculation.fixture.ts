import type { Behaviour } from '@cadence-agents/testkit';

/** What a model says when the coordinator is asked for a product: four calls, each after a moment. */
export function calculation(expression: string, answer: string, delayMs = 0): Behaviour[] {
  const call = (name: string, args: Record<string, string>): Behaviour => ({
    kind: 'reply',
    delayMs,
    toolCalls: [{ name, arguments: args }],
  });
  return [
    call('goto_math_agent', {}),
    call('calculate', { expression }),
    call('goto_finalize', {}),
    { kind: 'reply', delayMs, text: answer },
  ];
}
