import type { Fix } from '@cadence-agents/workflow';
import { Wrench } from 'lucide-react';
import { applyFix } from '../../../document/apply-fix.ts';
import type { Editing } from './editing.ts';
import { formTexts } from './forms/form-texts.ts';
import type { PlacedProblem } from './use-checked-document.ts';

const MOST_SHOWN = 3;

/** What to do about a problem in words, where nothing can be pressed. */
export const hintFor = (problem: PlacedProblem, { fixes, readOnly }: Editing): string | undefined =>
  readOnly || fixes.get(problem)?.length === 0 ? problem.hint : undefined;

/** The ways to mend a problem, each a press away and a step to undo. */
export function FixButtons({ problem, editing }: { problem: PlacedProblem; editing: Editing }) {
  const fixes = editing.fixes.get(problem) ?? [];
  if (fixes.length === 0 || editing.readOnly) return null;
  return (
    <fieldset aria-label={formTexts.fixes.label(problem.message)} className="flex flex-wrap gap-1.5 text-ink">
      {fixes.slice(0, MOST_SHOWN).map((fix) => (
        <FixButton key={fix.title} fix={fix} onMend={() => editing.edit(applyFix(editing.text, fix))} />
      ))}
    </fieldset>
  );
}

function FixButton({ fix, onMend }: { fix: Fix; onMend: () => void }) {
  return (
    <button
      ref={keepFocus}
      type="button"
      data-fix
      title={formTexts.fixes.key}
      onClick={onMend}
      className="flex min-h-6 max-w-full items-center gap-1 rounded-md border bg-surface px-1.5 py-0.5 text-left text-xs hover:bg-hover"
    >
      <Wrench aria-hidden className="size-3 shrink-0 text-accent" />
      <span className="min-w-0 break-words">{fix.title}</span>
    </button>
  );
}

/** A way that was gone takes the keyboard to the next one, or to where they stood. */
function keepFocus(button: HTMLButtonElement | null) {
  return () => {
    if (button === null || button !== document.activeElement) return;
    queueMicrotask(() => {
      const left = document.querySelector<HTMLElement>('[data-problems]');
      (left?.querySelector<HTMLElement>('[data-fix]') ?? left)?.focus();
    });
  };
}

/** Ctrl+. goes to the first way to mend, then from one to the next. */
export function focusNextFix(event: KeyboardEvent): void {
  if (event.key !== '.' || !(event.ctrlKey || event.metaKey)) return;
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-fix]')].filter(
    (button) => button.offsetParent !== null,
  );
  if (buttons.length === 0) return;
  event.preventDefault();
  const at = buttons.findIndex((button) => button.matches(':focus'));
  buttons[(at + 1) % buttons.length]?.focus();
}
