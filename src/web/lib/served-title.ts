/**
 * Takes away the title that came with the page as soon as a page of ours shows its own. React puts its `<title>` before
 * the served one and leaves that in place, so a document would keep two; until then the tab is not without a name.
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
