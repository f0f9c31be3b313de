import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent shadow-card',
  secondary: 'bg-surface text-ink hover:bg-hover border-line shadow-card',
  quiet: 'bg-transparent text-muted hover:text-ink hover:bg-hover border-transparent',
  danger: 'bg-danger text-on-danger hover:opacity-90 border-transparent shadow-card',
} as const;

export type ButtonLook = keyof typeof looks;

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  size?: 'sm' | 'md';
  icon?: ReactNode;
  /** Shows that it is at work, and takes no further click; the focus stays on it. */
  busy?: boolean;
}

export function buttonClasses(look: ButtonLook = 'secondary', size: 'sm' | 'md' = 'md'): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap',
    'transition-colors select-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:shrink-0',
    size === 'sm' ? 'h-7 px-2 text-xs [&_svg]:size-3.5' : 'h-8 px-3 text-sm [&_svg]:size-4',
    looks[look],
  );
}

/** Nor submits the form. */
const takeNoClick = (event: MouseEvent) => event.preventDefault();

export function Button({ look, size, icon, busy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={busy === true ? takeNoClick : onClick}
      aria-disabled={busy === true ? true : rest['aria-disabled']}
      aria-busy={busy}
      className={cx(buttonClasses(look, size), className)}
    >
      {busy === true ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
      {children}
    </button>
  );
}
