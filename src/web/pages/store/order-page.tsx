import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { getEditionAt } from '#contract/legal/legal.ts'
import { OrderDelivery } from '#web/features/delivery/order-delivery.tsx'
import { orderQuery } from '#web/features/orders/order-data.ts'
import { OrderCredit, orderStatusSentence } from '#web/features/orders/order-status.tsx'
import { Receipt } from '#web/features/orders/receipt.tsx'
import { query } from '#web/lib/call-api.ts'
import { BrowseLink, HomeLink } from '#web/lib/store-links.tsx'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { legalPath, paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { PageFrame } from './page-frame.tsx'

const route = getRouteApi(paths.order)

/** An order's own page; emails link to it. Its URL is a secret, so it is kept out of search engines. */
export function OrderPage() {
  const { token } = route.useParams()
  const { data: order, error, isPending, refetch } = useQuery(orderQuery(token))
  const { data: config } = useStoreConfig()
  return (
    <>
      <meta name="robots" content="noindex" />
      {isPending ? (
        <PageFrame title="Your order" isNarrow>
          <Loading words="Loading your order" height="h-dvh" />
        </PageFrame>
      ) : error && error.code !== 'order_not_found' && error.status !== 400 ? (
        <PageFrame title="Your order" isNarrow>
          <ErrorNotice error={error} title="The order could not be loaded" onRetry={refetch} />
        </PageFrame>
      ) : error ? (
        <OrderNotFound supportEmail={config?.supportEmail} />
      ) : (
        <PageFrame title="Your order" intro={orderStatusSentence(order)} isNarrow>
          {order.paidAt && (
            <OrderDelivery
              token={order.token}
              lines={order.lines}
              onDelivered={order.status === 'completed' ? () => void refetch() : undefined}
            />
          )}
          {order.paidAt && <OrderCredit token={order.token} />}
          <Receipt order={order} config={config} />
          {order.paidAt && <TermsOfOrder paidAt={order.paidAt} />}
          <div className="no-print mt-8 flex flex-wrap gap-3">
            <BrowseLink look={order.paidAt ? 'plain' : 'primary'} />
            <HomeLink />
          </div>
        </PageFrame>
      )}
    </>
  )
}

/** The terms that count for an order are those in force when it was paid. */
function TermsOfOrder({ paidAt }: { paidAt: string }) {
  const { data } = useQuery(query(getEditionAt, {}, { at: paidAt }))
  if (!data?.edition) return null
  return (
    <p className="mt-4 text-sm">
      <a href={`${legalPath('terms')}?edition=${data.edition}`} className="text-accent underline underline-offset-2">
        Terms at the time of your order
      </a>
    </p>
  )
}

const OrderNotFound = ({ supportEmail }: { supportEmail: string | undefined }) => (
  <PageFrame
    title="Order Not Found"
    intro="This link does not lead to an order. Please use the full link in your confirmation email."
    isNarrow
  >
    <div className="flex flex-wrap gap-3">
      <BrowseLink />
      {supportEmail && (
        <a href={`mailto:${supportEmail}`} className={buttonClasses('plain')}>
          Contact support
        </a>
      )}
    </div>
  </PageFrame>
)
