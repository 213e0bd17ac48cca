/**
 * Moves the focus to the start of the open tab, or of the open step of a sale, so the keyboard continues there. Waits a frame, because a closing
 * dialog first returns the focus to where it was.
 */
export function focusPanel(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-step-region], [role="tabpanel"]')?.focus())
}
