import { setToastShelf } from './top-layer.ts'

/** Where toasts appear on a page that keeps a place for them: there they lie over nothing. */
export function ToastShelf() {
  return <div ref={setToastShelf} className="min-w-0 empty:hidden has-[[data-toast]]:grow" />
}
