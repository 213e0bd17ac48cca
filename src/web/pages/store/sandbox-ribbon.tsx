/**
 * Shown on every page, because a store that takes test cards must not be mistaken for one that takes money. Alone, it
 * ends in the empty space below the page (`pb-16` of the footer), so it covers no last line and moves nothing when it
 * appears.
 */
export function SandboxRibbon() {
  return (
    <aside
      aria-label="Sandbox"
      className="flex h-7 shrink-0 items-center justify-center border-t border-attention/40 bg-attention-quiet text-xs font-semibold text-attention"
    >
      Sandbox: no real money moves
    </aside>
  )
}
