import { classes } from './classes.ts'

const RADIUS = 15.5
const LENGTH = 2 * Math.PI * RADIUS
const CIRCLE = { cx: '18', cy: '18', r: RADIUS, fill: 'none', strokeWidth: '4' }

interface CountdownRingProps {
  /** The fraction of time left, 0 to 1. */
  left: number
  isUrgent: boolean
  size: number
}

/** A thin ring that empties. It only repeats the text next to it, so it is hidden from screen readers. */
export function CountdownRing({ left, isUrgent, size }: CountdownRingProps) {
  const part = Math.min(1, Math.max(0, left))
  const look = classes('shrink-0 -rotate-90', isUrgent ? 'text-attention' : 'text-accent')
  return (
    <svg aria-hidden="true" viewBox="0 0 36 36" width={size} height={size} className={look}>
      <circle {...CIRCLE} className="stroke-line" />
      <circle {...CIRCLE} stroke="currentColor" strokeDasharray={LENGTH} strokeDashoffset={LENGTH * (1 - part)} />
    </svg>
  )
}
