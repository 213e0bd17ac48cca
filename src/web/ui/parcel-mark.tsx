/** A parcel of four lots, as many of them filled as the rank says: the mark that tells ranks apart without color. */
export function ParcelMark({ filled, className }: { filled: 1 | 2 | 3 | 4; className?: string }) {
  const lots = ['M1 9h6v6H1z', 'M1 1h6v6H1z', 'M9 1h6v6H9z', 'M9 9h6v6H9z']
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" className={className}>
      {lots.map((lot, index) => (
        <path key={lot} d={lot} fill={index < filled ? 'currentColor' : 'none'} stroke="currentColor" />
      ))}
    </svg>
  )
}
