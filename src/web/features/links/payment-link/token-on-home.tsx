import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '#web/paths.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { storeRequest } from './stored-request.ts'

/** Turns a payment token in the home page's URL into the overlay on the leads page (docs/product.md#home-page). */
export function TokenOnHome() {
  const navigate = useNavigate()
  useEffect(() => {
    const token = new URLSearchParams(location.search).get('token')
    if (!token) return
    const asking = new AbortController()
    const load = async () => {
      const { fetchPaymentRequest } = await import('./request-data.ts')
      const request = await fetchPaymentRequest(token, asking.signal)
      showToast({ title: 'Payment Request Loaded', description: 'Redirecting to checkout...' })
      const isStored = storeRequest(request)
      await navigate({ to: paths.home, search: {}, replace: true })
      // A browser without storage shows the request at its own URL instead.
      if (isStored) await navigate({ to: paths.leads })
      else await navigate({ to: paths.payment, params: { token } })
    }
    load().catch(() => {
      if (asking.signal.aborted) return
      showFailure('Error', 'Failed to load payment request. Please contact your sales representative.')
    })
    return () => asking.abort()
  }, [navigate])
  return null
}
