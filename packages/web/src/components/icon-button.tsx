import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, buttonClasses } from './button.tsx';
import { cx } from './cx.ts';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Read aloud, and shown as a tooltip. */
  label: string;
  icon: ReactNode;
  look?: ButtonLook;
  size?: 'sm' | 'md';
}

export function IconButton({
  label,
  icon,
  look = 'quiet',
  size = 'md',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={cx(buttonClasses(look, size), size === 'sm' ? 'w-7 px-0!' : 'w-8 px-0!', className)}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
