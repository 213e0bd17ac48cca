import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface TwoLinesProps {
  top: ReactNode
  below: ReactNode
  /** The line above is what the row is about. */
  isStrong?: boolean
  /** The line below is a remark. */
  isSmall?: boolean
}

/** A value in a table's cell, with something muted below it, if there is something; beside it where there is room. */
export const TwoLines = ({ top, below, isStrong, isSmall }: TwoLinesProps) => (
  <>
    {isStrong ? <strong className="block font-semibold @5xl:inline">{top}</strong> : top}
    {below && <span className={classes('block text-muted @5xl:ml-2 @5xl:inline', isSmall && 'text-xs')}>{below}</span>}
  </>
)

/** `30 → 45`: an old and a new value, read as "to" by screen readers. */
export const FromTo = ({ from, to }: { from: string; to: string }) => (
  <>
    <span className="text-muted">{from}</span> <span aria-hidden="true">→</span> <span className="sr-only">to</span>{' '}
    <strong>{to}</strong>
  </>
)
