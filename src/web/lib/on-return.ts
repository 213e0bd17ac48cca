/**
 * Calls back when the browser brings this page back as it was left (with Back, from its memory, where scripts and data
 * were frozen), so that what ended in the meantime is not shown.
 *
 * @returns a function to stop
 */
export function onReturn(listener: () => void): () => void {
  const handleShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  window.addEventListener('pageshow', handleShow)
  return () => window.removeEventListener('pageshow', handleShow)
}
