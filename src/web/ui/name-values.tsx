import { classes } from './classes.ts'

interface NameValuesProps {
  /** What the rows are about, for screen readers. */
  label: string
  rows: readonly { key: string; name: string; value: string }[]
  className?: string
}

/** A few named values, small below what they explain. Renders nothing without rows. */
export function NameValues({ label, rows, className }: NameValuesProps) {
  if (rows.length === 0) return null
  return (
    <ul aria-label={label} className={classes('grid gap-0.5 text-sm', className)}>
      {rows.map(({ key, name, value }) => (
        <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 text-muted wrap-anywhere">{name}</span>
          <span className="figures ml-auto whitespace-nowrap">{value}</span>
        </li>
      ))}
    </ul>
  )
}
