import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type DeskOrder, listDeskOrders } from '#contract/buyers/desk.ts'
import { type PackageId, packageName } from '#contract/catalogue/catalogue.ts'
import { type DeskLeads, listDeskLeads } from '#contract/claims/desk-claims.ts'
import { holdAgain } from '#web/features/orders/cart/hold-unit.ts'
import { MissingLines } from '#web/features/orders/cart/lost-lines-notice.tsx'
import { query } from '#web/lib/call-api.ts'
import { formatDate, formatDateTime, formatDollars, formatPlural } from '#web/lib/format.ts'
import { BrowseLink } from '#web/lib/store-links.tsx'
import { usePages } from '#web/lib/use-pages.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { EmptyState, ListTrouble, MoreButton } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { followServer } from './cart/cart-data.ts'
import type { OrderedLine } from './cart/lost-lines.ts'
import { failureSentence } from './cart/use-add-to-cart.ts'
import { OrderStatusPill } from './order-status.tsx'

/** What to do about a sold-out package. The page passes it in, because features do not import each other. */
type SoldOutAction = (wanted: { packageId: PackageId; place?: string | undefined }) => ReactNode

interface DeskOrdersProps {
  whenOut: SoldOutAction
  /** Called when packages of an order are in the cart again. */
  onAgain: () => void
}

export function DeskOrders({ whenOut, onAgain }: DeskOrdersProps) {
  const list = usePages(listDeskOrders, {})
  const leads = useQuery({ ...query(listDeskLeads), staleTime: 0 })
  // Both at once, so that no button moves. Without the leads, an order's page leads to them too.
  const orders = leads.isPending ? undefined : list.data
  return (
    <section aria-labelledby="desk-orders" className="grid gap-4">
      <h2 id="desk-orders" className="sr-only">
        Orders
      </h2>
      {!orders && !list.error && <Loading words="Loading your orders" height="h-40" />}
      <ListTrouble list={list} title="Your orders could not be loaded" />
      {orders?.length === 0 && (
        <EmptyState title="Nothing paid yet" action={<BrowseLink />}>
          An order appears here once it is paid.
        </EmptyState>
      )}
      {orders && orders.length > 0 && (
        <ul className="grid gap-4">
          {orders.map((entry) => (
            <li key={entry.order.id}>
              <OrderCard
                entry={entry}
                deliveryToken={leads.data?.packages.find((one) => isOpenOf(one, entry))?.deliveryToken ?? null}
                whenOut={whenOut}
                onAgain={onAgain}
              />
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </section>
  )
}

const isOpenOf = ({ reference, deliveryToken }: DeskLeads, { order }: DeskOrder): boolean =>
  deliveryToken !== null && reference === order.reference

type OrderCardProps = DeskOrdersProps & { entry: DeskOrder; deliveryToken: string | null }
function OrderCard({ entry: { order, packageIds }, deliveryToken, whenOut, onAgain }: OrderCardProps) {
  const again = useMutation({
    mutationFn: holdAgain,
    onSuccess: ({ added }) => {
      onAgain()
      if (added.length === 0) return showFailure('Not Available', 'None of these packages is available now.')
      const packages = formatPlural(added.length, 'package')
      const description = `${packages} added to your cart, with leads you haven’t bought yet.`
      showToast({ title: 'Added to Cart', description })
    },
    onError: (error) => showFailure('Error', failureSentence(error)),
    onSettled: followServer,
  })
  const lines: OrderedLine[] = order.lines.flatMap(({ deliveryMethod, place }, index) => {
    const packageId = packageIds[index]
    return packageId ? [{ packageId, deliveryMethod, place }] : []
  })
  const titleId = `order-${order.reference}`
  return (
    <article aria-labelledby={titleId} className="rounded-md border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h3 id={titleId} className="figures font-semibold">
            {order.reference}
          </h3>
          <p className="figures text-sm text-muted">
            {order.paidAt && formatDate(order.paidAt)}, {formatDollars(order.total)}
            {order.status === 'completed' && order.deliverBy && `, leads by ${formatDateTime(order.deliverBy)}`}
            {Number(order.refundedTotal) > 0 && `, ${formatDollars(order.refundedTotal)} refunded`}
          </p>
        </div>
        <OrderStatusPill order={order} />
      </div>
      <ul className="mt-3 grid gap-1 text-sm">
        {order.lines.map((line, index) => (
          <li
            key={`${line.county}/${String(index)}`}
            className={line.isRefunded ? 'text-muted line-through' : undefined}
          >
            {packageName(line)}, {line.leadTypeName}, {line.place}
          </li>
        ))}
      </ul>
      {again.data && again.data.missing.length > 0 && (
        <MissingLines
          lines={again.data.missing}
          hasSome={again.data.added.length > 0}
          action={(line) => again.data.soldOut.includes(line.packageId) && whenOut(line)}
          className="mt-4"
        />
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {deliveryToken && (
          <Link to={paths.delivery} params={{ token: deliveryToken }} className={buttonClasses('primary')}>
            View leads
          </Link>
        )}
        {order.token && (
          <Link
            to={paths.order}
            params={{ token: order.token }}
            className={buttonClasses(deliveryToken ? 'plain' : 'primary')}
          >
            {deliveryToken ? 'Receipt' : 'Order and receipt'}
          </Link>
        )}
        <Button look="quiet" onClick={() => again.mutate(lines)} isBusy={again.isPending} aria-describedby={titleId}>
          {again.isPending ? 'Adding…' : 'Buy again'}
        </Button>
      </div>
    </article>
  )
}
