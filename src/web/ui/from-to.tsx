/** `30 → 45`: an old and a new value, read as "to" by screen readers. */
export const FromTo = ({ from, to }: { from: string; to: string }) => (
  <>
    <span className="text-muted">{from}</span> <span aria-hidden="true">→</span> <span className="sr-only">to</span>{' '}
    <strong>{to}</strong>
  </>
)
