/**
 * Said on every page, because a shop that takes test cards must not be mistaken for one that takes money. It stays at the
 * foot of the window while one scrolls and ends in the empty space below the page (`pb-16` of what stands before it), so
 * that it covers no last line and moves nothing when it comes.
 */
export function SandboxRibbon() {
  return (
    <aside
      aria-label="Sandbox"
      className="no-print pointer-events-none sticky bottom-0 z-10 -mt-7 flex h-7 shrink-0 items-center justify-center border-t border-attention/40 bg-attention-quiet text-xs font-semibold text-attention"
    >
      Sandbox: no real money moves
    </aside>
  )
}
