import { type ComponentType, useEffect, useState } from 'react'
import { LatePart } from '#web/ui/late-part.tsx'
import { showFailure } from '#web/ui/toast.ts'
import { takeStoredToken } from './stored-request.ts'

/** The overlay's props. Its code is loaded only if there is a request to show. */
export type OverlayProps = { token: string; onClose: () => void }

/** Opens a stored payment request over the page (docs/product.md#payment-request-overlay). */
export function PaymentOverlayHost({ load }: { load: () => Promise<{ default: ComponentType<OverlayProps> }> }) {
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const stored = takeStoredToken()
    if (stored !== null) setToken(stored)
  }, [])
  if (token === null) return null
  return <LatePart load={load} props={{ token, onClose: () => setToken(null) }} failed={() => <NotLoaded />} />
}

/** The link in the email still works; the stored copy has been removed already. */
function NotLoaded() {
  useEffect(() => {
    showFailure('Error', 'Failed to load payment request. Please open the link in your email again.')
  }, [])
  return null
}
