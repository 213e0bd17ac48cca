import { lazy, Suspense } from 'react'
import { toasts } from './toast.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

/** The place of toasts; what draws them is loaded with the first one. */
export function ToastHost() {
  const isNeeded = toasts.use().length > 0
  return isNeeded ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
