import type { ApiSafetyTrial } from '@cadence-agents/contracts';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { safetyTexts as words } from './safety-texts.ts';
import type { PatternRow } from './use-safety-form.ts';

interface PatternRowsProps {
  title: string;
  hint: string;
  rows: readonly PatternRow[];
  verdictOf: (pattern: string) => ApiSafetyTrial['patterns'][number] | undefined;
  onChange: (rows: readonly PatternRow[]) => void;
}

/** Patterns, each with what became of it when it was tried. */
export function PatternRows({ title, hint, rows, verdictOf, onChange }: PatternRowsProps) {
  const set = (id: number, pattern: string) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, pattern } : row)));
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = (id: number) => {
    onChange(rows.filter((row) => row.id !== id));
    addButton.current?.focus();
  };
  const add = () => {
    const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
    onChange([...rows, { id, pattern: '', isNew: true }]);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="text-xs font-medium text-muted">{title}</legend>
      <p className="text-xs text-faint">{hint}</p>
      {rows.length === 0 && <p className="py-1 text-xs text-muted">{words.none}</p>}
      {rows.map(({ id, pattern, isNew }, index) => {
        const verdict = verdictOf(pattern);
        return (
          <div key={id} className="flex items-start gap-1.5">
            <TextField
              hideLabel
              autoFocus={isNew}
              className="min-w-0 flex-1"
              style={{ fontFamily: 'var(--font-mono)' }}
              label={words.pattern(index + 1)}
              value={pattern}
              maxLength={1_000}
              spellCheck={false}
              autoComplete="off"
              error={verdict?.problem ?? undefined}
              onChange={({ target }) => set(id, target.value)}
            />
            {verdict && verdict.problem === null && (
              <Badge tone={verdict.matches ? 'warning' : 'neutral'} className="mt-1.5">
                {verdict.matches ? words.matches : words.noMatch}
              </Badge>
            )}
            <IconButton
              size="sm"
              className="mt-0.5"
              label={words.remove(index + 1)}
              icon={<X aria-hidden />}
              onClick={() => remove(id)}
            />
          </div>
        );
      })}
      <div>
        <Button ref={addButton} size="sm" icon={<Plus aria-hidden />} onClick={add}>
          {words.add}
        </Button>
      </div>
    </fieldset>
  );
}
