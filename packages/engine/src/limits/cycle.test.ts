import type { MessageUpdate, TurnState } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { newTurn } from '../conversation/turn-state.ts';
import { noticeCycle } from './cycle.ts';

const { turn: fresh } = newTurn(
  { entrypointNodeId: 'a' },
  { runId: 'r', message: 'm', messageId: 'i', tone: null },
);
const said = (content: string): MessageUpdate => ({ id: content, role: 'assistant', content });

/** Visits in a row: a decision, or a text that was brought. Which of them close a circle. */
function cycles(...visits: ({ decision: string } | { text: string })[]): number[] {
  let turn: TurnState = fresh;
  return visits.flatMap((visit, index) => {
    const noticed = noticeCycle(turn, 'text' in visit ? { messages: [said(visit.text)] } : visit);
    turn = noticed.turn;
    return noticed.isCycle ? [index] : [];
  });
}
const go = (decision: string) => ({ decision });
const text = (content: string) => ({ text: content });

describe('noticeCycle', () => {
  it('notices the third time, also with others in between', () => {
    expect(cycles(go('a'), go('a'), go('a'))).toEqual([2]);
    expect(cycles(go('a'), go('b'), go('a'), go('b'), go('a'))).toEqual([4]);
  });

  it('begins to count anew when something new was learnt', () => {
    expect(cycles(go('a'), go('a'), text('news'), go('a'), go('a'), go('a'))).toEqual([5]);
  });

  it('takes nothing for new that was there already', () => {
    expect(cycles(go('a'), text('x'), go('a'), text('x'), go('a'), text('x'), go('a'))).toEqual([6]);
  });

  it('keeps nothing where nobody decides', () => {
    expect(noticeCycle(fresh, { messages: [said('x')] }).turn).toBe(fresh);
  });

  it('remembers no more than it needs, however long the turn', () => {
    let turn: TurnState = fresh;
    for (let step = 0; step < 500; step++) {
      const messages = step % 2 ? [said(`text ${step}`)] : [];
      turn = noticeCycle(turn, { messages, decision: `decision ${step}` }).turn;
    }
    expect(JSON.stringify(turn.slots).length).toBeLessThan(2_000);
  });
});
