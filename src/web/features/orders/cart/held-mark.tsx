import { HoldAnnouncer, HoldCountdown } from './hold-countdown.tsx'

/** What the cart's button shows while something is held: the number in a ring that empties, and what is left of the time. */
export default function HeldMark({ endsAtMs, count }: { endsAtMs: number; count: number }) {
  return (
    <>
      <HoldCountdown
        endsAtMs={endsAtMs}
        size={30}
        inside={<span className="figures text-xs font-bold text-ink">{count}</span>}
      />
      <HoldAnnouncer endsAtMs={endsAtMs} />
    </>
  )
}
