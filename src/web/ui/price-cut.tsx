import { classes } from './classes.ts'

interface PriceCutProps {
  /** What it was, when that is another amount; both as they are to be read. */
  was?: string | undefined
  now: string
  /** How the amount that counts is set. */
  look?: string
  className?: string
}

/** An amount, with the one in whose place it came struck out beside it. */
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
