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
export function Sums({ rows = [], name, amount, className }: SumsProps) {
  return (
    <dl className={classes('figures', className)}>
      {rows.map((row) => (
        <div key={row.name} className="flex items-baseline justify-between gap-4 text-sm">
          <dt className="text-muted">{row.name}</dt>
          <dd>{row.amount}</dd>
        </div>
      ))}
      <div className={classes('flex items-baseline justify-between gap-4', rows.length > 0 && 'mt-1.5')}>
        <dt className="font-semibold">{name}</dt>
        <dd className="display text-2xl">{amount}</dd>
      </div>
    </dl>
  )
}
