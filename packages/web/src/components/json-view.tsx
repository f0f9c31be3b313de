import { CopyButton } from './copy-button.tsx';

export interface JsonViewProps {
  label: string;
  value: unknown;
}

/** A value as text, to read and to copy. */
export function JsonView({ label, value }: JsonViewProps) {
  const text = asText(value);
  return (
    <div className="min-w-0">
      <div className="flex h-6 items-center justify-between">
        <span className="text-2xs font-medium text-muted">{label}</span>
        <CopyButton text={text} />
      </div>
      <pre className="rounded-md border bg-sunken px-2 py-1.5 font-mono text-2xs break-words whitespace-pre-wrap">
        {text}
      </pre>
    </div>
  );
}

/** JSON that came as text is shown as JSON. */
function asText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2) ?? '';
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null ? JSON.stringify(parsed, null, 2) : value;
  } catch {
    return value;
  }
}
