import { Plus, X } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { mcpTexts } from './mcp-texts.ts';

const words = mcpTexts.dialog;

export interface HeaderRow {
  id: number;
  name: string;
  value: string;
  /** Whether it was entered before; its value stays when none is typed. */
  isKept: boolean;
}

interface HeaderRowsProps {
  rows: readonly HeaderRow[];
  onChange: (rows: readonly HeaderRow[]) => void;
}

export function HeaderRows({ rows, onChange }: HeaderRowsProps) {
  const set = (id: number, change: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...change } : row)));
  const nextId = Math.max(0, ...rows.map(({ id }) => id)) + 1;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 text-xs font-medium text-muted">{words.headers}</legend>
      {rows.map(({ id, name, value, isKept }, index) => (
        <div key={id} className="flex items-center gap-1.5">
          <TextField
            hideLabel
            className="min-w-0 flex-1"
            label={words.header(index + 1)}
            placeholder="authorization"
            value={name}
            disabled={isKept}
            spellCheck={false}
            onChange={({ target }) => set(id, { name: target.value })}
          />
          <TextField
            hideLabel
            type="password"
            autoComplete="off"
            className="min-w-0 flex-1"
            label={words.value(index + 1)}
            placeholder={isKept ? words.kept : ''}
            value={value}
            onChange={({ target }) => set(id, { value: target.value })}
          />
          <IconButton
            size="sm"
            label={words.removeHeader(index + 1)}
            icon={<X aria-hidden />}
            onClick={() => onChange(rows.filter((row) => row.id !== id))}
          />
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          onClick={() => onChange([...rows, { id: nextId, name: '', value: '', isKept: false }])}
        >
          {words.addHeader}
        </Button>
        <span className="text-xs text-faint">{words.headersHint}</span>
      </div>
    </fieldset>
  );
}
