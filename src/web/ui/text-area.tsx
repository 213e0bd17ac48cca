import { type TextareaHTMLAttributes, useId } from 'react'
import { FieldLabel } from './field-label.tsx'

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  /** Said after the label, e.g. "optional". */
  note?: string
}

/** A labeled field for several lines of text. */
export function TextArea({ label, note, className, rows = 4, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className={className}>
      <FieldLabel htmlFor={id} label={label} note={note} />
      <textarea
        id={id}
        rows={rows}
        dir="auto"
        className="w-full rounded-md border border-control bg-surface px-3 py-2 text-base text-ink placeholder:text-muted compact:text-sm"
        {...rest}
      />
    </div>
  )
}
