import { type Ref, type TextareaHTMLAttributes, useId } from 'react'
import { useAfterPress } from './after-press.ts'
import { classes } from './classes.ts'
import { FieldError, FieldLabel } from './field-label.tsx'

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  /** After the label, such as "optional". */
  note?: string
  error?: string | undefined
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** A labeled field for several lines of text. */
export function TextArea({ label, note, error: latestError, className, rows = 4, ...rest }: TextAreaProps) {
  const id = useId()
  const error = useAfterPress(latestError)
  return (
    <div className={className}>
      <FieldLabel htmlFor={id} label={label} note={note} />
      <textarea
        id={id}
        rows={rows}
        dir="auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={classes(
          'w-full rounded-md border bg-surface px-3 py-2 text-base text-ink placeholder:text-muted compact:text-sm',
          error ? 'border-danger' : 'border-control',
        )}
        {...rest}
      />
      {error && <FieldError id={id} error={error} />}
    </div>
  )
}
