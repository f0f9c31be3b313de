import type { ToolCall } from '@cadence-agents/contracts';
import type { MaskedStream } from '../masking/secret-values.ts';

/** Text as every store keeps it: no NUL, no half characters. Models send either now and then. */
export function storableText(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** A call that every store keeps, whatever the model put into its id, its name or its arguments. */
export function storableCall(call: ToolCall): ToolCall {
  const text = JSON.stringify(call);
  // JSON writes half a character as an escape, and nothing else that begins so.
  if (!text.includes('\\ud')) return call;
  const whole: ToolCall = JSON.parse(
    text.replaceAll(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (found) => (found.length > 2 ? '\\ufffd' : found)),
  );
  return whole;
}

/** Hands text on in whole characters: one that is split between two pieces goes with the second. */
export function inWholeCharacters(handOn: (text: string) => void): MaskedStream {
  let half = '';
  return {
    push(piece) {
      const text = half + piece;
      const last = text.charCodeAt(text.length - 1);
      const isSplit = last >= 0xd800 && last <= 0xdbff;
      half = isSplit ? text.slice(-1) : '';
      const whole = isSplit ? text.slice(0, -1) : text;
      if (whole !== '') handOn(storableText(whole));
    },
    end() {
      if (half !== '') handOn(storableText(half));
      half = '';
    },
    reset() {
      half = '';
    },
  };
}
