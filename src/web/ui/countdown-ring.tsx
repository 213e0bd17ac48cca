import type { ReactNode } from 'react'

const RADIUS = 15.5
const LENGTH = 2 * Math.PI * RADIUS

interface CountdownRingProps {
  /** The fraction of time left, 0 to 1. */
  left: number
  isUrgent: boolean
  size?: number
  children?: ReactNode
}

/** A thin ring that empties. It only repeats the text next to it, so it is hidden from screen readers. */
export function CountdownRing({ left, isUrgent, size = 20, children }: CountdownRingProps) {
  const part = Math.min(1, Math.max(0, left))
  return (
    <span className="relative inline-grid shrink-0 place-items-center">
      <svg
        aria-hidden="true"
        viewBox="0 0 36 36"
        width={size}
        height={size}
        className={isUrgent ? '-rotate-90 text-attention' : '-rotate-90 text-accent'}
      >
        <circle cx="18" cy="18" r={RADIUS} fill="none" className="stroke-line" strokeWidth="4" />
        <circle
          cx="18"
          cy="18"
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - part)}
        />
      </svg>
      {children && (
        <span aria-hidden="true" className="absolute inset-0 grid place-items-center">
          {children}
        </span>
      )}
    </span>
  )
}
