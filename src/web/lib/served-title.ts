/**
 * Removes the served title once a page shows its own. React adds its `<title>` before the served one and leaves that in
 * place, so the document would have two; until then the tab is not without a name.
 */
export function replaceServedTitle(): void {
  const served = document.head.querySelector('title')
  if (!served) return
  new MutationObserver((_changes, observer) => {
    if (document.head.querySelector('title') === served) return
    served.remove()
    observer.disconnect()
  }).observe(document.head, { childList: true })
}
