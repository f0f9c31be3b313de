import { Switch } from 'radix-ui';
import { useId } from 'react';

export interface SwitchFieldProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function SwitchField({ label, hint, checked, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-xs font-medium text-muted">
          {label}
        </label>
        <Switch.Root
          id={id}
          aria-describedby={`${id}-note`}
          checked={checked}
          onCheckedChange={onChange}
          className="h-5 w-9 shrink-0 rounded-full border border-line-strong bg-sunken p-px transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        >
          <Switch.Thumb className="block size-4 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
        </Switch.Root>
      </div>
      <p id={`${id}-note`} className="text-xs text-faint">
        {hint}
      </p>
    </div>
  );
}
