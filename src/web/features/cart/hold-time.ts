import type { CartLine } from '#contract/cart.ts'

/** From here on a hold asks for attention (LOOK.md, "Hold ring"). */
export const HOLD_URGENT_SECONDS = 5 * 60
/** The moments a countdown is spoken; more would talk over everything else. */
export const HOLD_SPOKEN_SECONDS = [5 * 60, 60] as const

/** When the first of the lines' holds ends, in milliseconds since 1970; null without lines. */
export function firstEndOf(lines: readonly CartLine[]): number | null {
  return lines.length === 0 ? null : Math.min(...lines.map((line) => Date.parse(line.expiresAt)))
}
