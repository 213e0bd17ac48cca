import { classes } from './classes.ts'

interface SumsProps {
  /** Rows before the last sum, such as a subtotal; small. */
  rows?: readonly { name: string; amount: string }[]
  /** The amount that counts. */
  name: string
  amount: string
  className?: string
}

/** Amounts below each other, the last one large. */
export const Sums = ({ rows = [], name, amount, className }: SumsProps) => (
  <dl className={classes('figures', className)}>
    {rows.map((row) => (
      <div key={row.name} className="flex items-baseline justify-between gap-4 text-sm">
        <dt className="text-muted">{row.name}</dt>
        <dd>{row.amount}</dd>
      </div>
    ))}
    <div className={classes('flex items-baseline justify-between gap-4', rows.length > 0 && 'mt-1.5')}>
      <dt className="font-semibold">{name}</dt>
      <dd className="display text-2xl wrap-anywhere">{amount}</dd>
    </div>
  </dl>
)

interface PriceCutProps {
  /** The earlier amount, if it is different; both formatted. */
  was?: string | undefined
  now: string
  /** The look of the current amount. */
  look?: string
  className?: string
}

/** An amount, with the earlier one struck through next to it. */
export function PriceCut({ was, now, look, className }: PriceCutProps) {
  const isCut = was !== undefined && was !== now
  return (
    <span className={classes('figures whitespace-nowrap', className)}>
      {isCut && (
        <>
          <s className="text-sm text-muted">
            <span className="sr-only">was </span>
            {was}
          </s>{' '}
          <span className="sr-only">now </span>
        </>
      )}
      <span className={look}>{now}</span>
    </span>
  )
}

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
