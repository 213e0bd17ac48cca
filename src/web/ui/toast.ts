import { createStore } from './store.ts'

/** Toasts as SPEC.md section 9 sets them: one at a time; a dismissed one is forgotten after 1,000,000 ms. */
export const TOASTS_MAX = 1
export const TOAST_REMOVE_DELAY_MS = 1_000_000

export interface ToastMessage {
  title: string
  description?: string
  tone?: 'normal' | 'danger'
  /** One thing that can be done about it, for as long as the toast stands. */
  action?: ToastAction
  /** How long it stands where nobody points at it; SPEC.md section 9 unless told. */
  durationMs?: number
}
export interface ToastAction {
  label: string
  /** What it does, for those who hear the toast and do not see its button. */
  altText: string
  onPress: () => void
}
export interface Toast extends ToastMessage {
  id: number
  isOpen: boolean
}

export const toasts = createStore<readonly Toast[]>([])
let lastId = 0

/** Says something for a moment. Whatever matters longer must stand on the page as well. */
export function showToast(message: ToastMessage): void {
  lastId += 1
  toasts.set([{ ...message, id: lastId, isOpen: true }, ...toasts.get()].slice(0, TOASTS_MAX))
}

/** Takes back whatever is being said, because something newer is under way. */
export function dismissToasts(): void {
  for (const { id, isOpen } of toasts.get()) if (isOpen) dismissToast(id)
}

/** Closes a toast; it stays in memory for a while so that its leaving can be drawn. */
export function dismissToast(id: number): void {
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)))
  setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), TOAST_REMOVE_DELAY_MS)
}
