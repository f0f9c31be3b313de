import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export const inputClasses = cx(
  'w-full rounded-md border border-line-strong/60 bg-surface px-2.5 text-sm text-ink shadow-card transition-colors',
  'hover:border-line-strong aria-invalid:border-danger disabled:opacity-60',
);

/** What connects a control to its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** The label is read aloud but not shown. */
  hideLabel?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** A label, a control, and what is said about it. */
export function Field({ label, hint, error, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const described = error !== undefined || hint !== undefined;
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel === true ? 'sr-only' : 'text-xs font-medium text-muted'}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described ? `${id}-note` : undefined,
        'aria-invalid': error !== undefined ? true : undefined,
      })}
      {described && (
        <p id={`${id}-note`} className={cx('text-xs', error !== undefined ? 'text-danger' : 'text-faint')}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children' | 'className'> & ComponentProps<'input'>;

export function TextField({ label, hint, error, hideLabel, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false} className={className ?? ''}>
      {(control) => <input {...input} {...control} className={cx(inputClasses, 'h-8')} />}
    </Field>
  );
}

type TextAreaFieldProps = Omit<FieldProps, 'children' | 'className'> & ComponentProps<'textarea'>;

export function TextAreaField({ label, hint, error, hideLabel, className, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false} className={className ?? ''}>
      {(control) => <textarea {...area} {...control} className={cx(inputClasses, 'min-h-20 py-1.5')} />}
    </Field>
  );
}
