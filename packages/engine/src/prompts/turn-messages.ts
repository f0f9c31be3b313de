import type { Message } from '@cadence-agents/contracts';

/** Where the present turn begins: at the last thing the user said. */
export function turnStart(messages: readonly Message[]): number {
  return Math.max(
    0,
    messages.findLastIndex((message) => message.role === 'user'),
  );
}

export function currentQuestion(messages: readonly Message[]): string {
  return messages[turnStart(messages)]?.content ?? '';
}
