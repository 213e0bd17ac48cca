/** The label above a field, with a note at the end of the line. */
export function FieldLabel({ htmlFor, label, note }: { htmlFor: string; label: string; note?: string | undefined }) {
  return (
    <label
      htmlFor={htmlFor}
      className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-sm font-semibold"
    >
      {label}
      {note && <span className="font-normal text-muted">{note}</span>}
    </label>
  )
}

/** A field's error, below it; `aria-describedby` points to it. */
export const FieldError = ({ id, error }: { id: string; error: string }) => (
  <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
    {error}
  </p>
)
