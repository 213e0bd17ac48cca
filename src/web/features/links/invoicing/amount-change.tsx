import { formatDollars } from '#web/lib/format.ts'

/** Two amounts, in dollars, for the rep to agree to. */
export const AmountChange = ({ was, now }: { was: number | string; now: number | string }) => (
  <p className="figures">
    <s className="text-muted">
      <span className="sr-only">was </span>
      {formatDollars(was)}
    </s>{' '}
    <span aria-hidden="true">→ </span>
    <span className="sr-only">now </span>
    <strong>{formatDollars(now)}</strong>
  </p>
)
