import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import type { PaymentId } from '#contract/values.ts'
import { RequestLoading } from '#web/features/links/payment-link/request-loading.tsx'
import { query } from '#web/lib/query.ts'
import { useIsPrerendered } from '#web/lib/served-page.ts'
import { paths } from '#web/paths.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { loadRequestNotFound, viewMissing } from './late-views.tsx'
import { PayLayout } from './pay-layout.tsx'
import { RequestScreen } from './request-screen.tsx'

const route = getRouteApi(paths.payment)

/** A payment link (docs/product.md#the-links-page). Its URL is a secret, so it is kept out of search engines. */
export function PayPage() {
  const { token } = route.useParams()
  const { payment_intent: paymentId } = route.useSearch()
  const navigate = route.useNavigate()
  const isPrerendered = useIsPrerendered()
  // Replaces the provider's parameters with the link itself, which may be stored and reloaded.
  const handleReturnedChange = useCallback(
    (payment: PaymentId | null) =>
      void navigate({ search: payment === null ? {} : { payment_intent: payment }, replace: true }),
    [navigate],
  )
  return (
    <PayFrame>
      {isPrerendered ? (
        <RequestLoading titleTag="h1" />
      ) : (
        <RequestScreen
          key={token}
          token={token}
          titleTag="h1"
          paidTitle="Payment Successful"
          returned={(paymentId as PaymentId | undefined) ?? null}
          onReturnedChange={handleReturnedChange}
        />
      )}
    </PayFrame>
  )
}

/** `/payment` without a token. */
export function NoPaymentPage() {
  const { data: config } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  return (
    <PayFrame>
      <LatePart
        load={loadRequestNotFound}
        props={{ titleTag: 'h1', supportEmail: config?.supportEmail }}
        waiting={<RequestLoading titleTag="h1" />}
        failed={viewMissing('h1', 'Payment Request Not Found', 'Check your connection and try again.')}
      />
    </PayFrame>
  )
}

function PayFrame({ children }: { children: ReactNode }) {
  return (
    <PayLayout>
      <meta name="robots" content="noindex" />
      <div className="page-width">{children}</div>
    </PayLayout>
  )
}
