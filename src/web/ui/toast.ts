import { createStore } from './store.ts'

/** Toasts (docs/product.md#times-and-limits): one at a time; a dismissed one is forgotten after 1,000,000 ms. */
export const TOASTS_MAX = 1
export const TOAST_REMOVE_DELAY_MS = 1_000_000

export interface ToastMessage {
  title: string
  description?: string
  tone?: 'normal' | 'danger'
  /** One action, available while the toast is shown. */
  action?: ToastAction
  /** How long it is shown without a pointer over it; 5 seconds by default. */
  durationMs?: number
}

export interface ToastAction {
  label: string
  /** What it does, for screen reader users who do not see its button. */
  altText: string
  onPress: () => void
}

export interface Toast extends ToastMessage {
  /** When it was shown, on the clock of the page. */
  id: number
  isOpen: boolean
}

/** What is newer may be about the change itself. */
const OLD_MS = 1_000

export const toasts = createStore<readonly Toast[]>([])

/** Shows a message for a moment. Anything important must also be on the page. */
export function showToast(message: ToastMessage): void {
  toasts.set([{ ...message, id: performance.now(), isOpen: true }, ...toasts.get()].slice(0, TOASTS_MAX))
}

/** Says that something did not work. */
export const showFailure = (title: string, description: string): void =>
  showToast({ title, description, tone: 'danger' })

/** Removes the current toast, because something newer is in progress. */
export function dismissToasts(): void {
  for (const { id, isOpen } of toasts.get()) if (isOpen) dismissToast(id)
}

/** Removes the current toast, because the screen that it was about has changed; one that can be acted on stays. */
export function dismissOldNews(): void {
  for (const { id, isOpen, action } of toasts.get())
    if (isOpen && !action && performance.now() - id > OLD_MS) dismissToast(id)
}

/** Closes a toast; it stays in memory until its animation is over. */
export function dismissToast(id: number): void {
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)))
  setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), TOAST_REMOVE_DELAY_MS)
}
