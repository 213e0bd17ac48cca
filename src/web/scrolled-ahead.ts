let isFirstDrawing = true

/** Whether someone scrolled the served page before the bundle hydrated it: they must not be sent back to its top. */
export function hasScrolledAhead(): boolean {
  const isFirst = isFirstDrawing
  isFirstDrawing = false
  return isFirst && typeof window !== 'undefined' && window.scrollY > 0
}
