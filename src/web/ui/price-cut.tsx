import { classes } from './classes.ts'

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
