import { useMemo } from 'react'
import { encode } from 'uqr'

/** White cells around the code, without which cameras do not find it. */
const QUIET_ZONE = 4

/** A text as a QR code. Dark on white in both themes, because many readers know no other way. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { path, size } = useMemo(() => drawCode(text), [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      {...(className ? { className } : {})}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#17251d" />
    </svg>
  )
}

/** All dark cells as one path: each run of neighbors in a row is one rectangle. */
export function drawCode(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const runs = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return []
      const end = row.indexOf(false, x)
      const width = (end === -1 ? row.length : end) - x
      return [`M${x} ${y}h${width}v1h-${width}z`]
    }),
  )
  return { path: runs.join(''), size }
}
