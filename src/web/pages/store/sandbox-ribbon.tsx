/** Said on every page, because a shop that takes test cards must not be mistaken for one that takes money. */
export function SandboxRibbon() {
  return (
    <p className="no-print pointer-events-none fixed bottom-0 left-0 z-10 rounded-tr-md border-t border-r border-attention/40 bg-attention-quiet px-3 py-1 text-xs font-semibold text-attention">
      Sandbox: no real money moves
    </p>
  )
}
