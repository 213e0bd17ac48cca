/**
 * Puts the focus at the start of the open tab, so that the keyboard goes on there. Waits a frame, because a dialog that
 * closes gives the focus back to where it was first.
 */
export function focusPanel(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[role="tabpanel"]')?.focus())
}
