import { Link } from '@tanstack/react-router'
import { CircleCheck, Undo2 } from 'lucide-react'
import type { StoreConfig } from '#contract/admin/operations.ts'
import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import { OrderDelivery } from '#web/features/delivery/order-delivery.tsx'
import { type TitleTag, ViewTitle } from '#web/features/links/payment-link/request-intro.tsx'
import { SenderNote } from '#web/features/links/payment-link/sender-note.tsx'
import type { ReceiptOrder } from '#web/features/orders/order-words.ts'
import { Receipt } from '#web/features/orders/receipt.tsx'
import { isRefundedWhole, REFUND_SENTENCE, REFUNDED_TITLE } from '#web/features/orders/refunded-whole.ts'
import { BrowseLink } from '#web/lib/store-links.tsx'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'

interface PaidRequestProps {
  request: PublicPaymentRequest
  title: string
  titleTag: TitleTag
  takesFocus: boolean
  config: StoreConfig | undefined
  onDelivered: () => void
}

/** If money came too late and went back, nothing was bought, so it is not called a success. Prints on one page. */
export function PaidRequest({ request, title, titleTag, takesFocus, config, onDelivered }: PaidRequestProps) {
  const isRefunded = isRefundedWhole(request)
  const Icon = isRefunded ? Undo2 : CircleCheck
  return (
    <div className="mx-auto max-w-[720px] pt-8 sm:pt-10">
      <div className="flex gap-4 pb-6">
        <Icon
          size={36}
          strokeWidth={1.5}
          aria-hidden="true"
          className={classes('mt-0.5 shrink-0', isRefunded ? 'text-muted' : 'text-accent')}
        />
        <div>
          <ViewTitle tag={titleTag} takesFocus={takesFocus}>
            {isRefunded ? REFUNDED_TITLE : title}
          </ViewTitle>
          <p className="mt-2 max-w-[52ch] text-muted wrap-anywhere">
            {isRefunded
              ? // A masked address, `l…@e…`, never ends a sentence: the period would look like part of it.
                `${REFUND_SENTENCE}${request.customerEmail ? ` We will also email ${request.customerEmail} about it.` : ''}`
              : 'Your order has been processed successfully. You will receive an email confirmation shortly.'}
          </p>
        </div>
      </div>
      {request.orderToken && (
        <OrderDelivery
          token={request.orderToken}
          lines={request.cartData}
          onDelivered={request.status === 'processed' ? undefined : onDelivered}
        />
      )}
      <Receipt order={receiptOf(request)} config={config} />
      <div className="mt-6 grid gap-6">
        <SenderNote text={request.specialOffers} title="A note from your sales representative" />
        <div className="no-print flex flex-wrap gap-3">
          {/* Once it is delivered, the way to the leads is above. */}
          {request.orderToken && request.status !== 'processed' && (
            <Link to={paths.order} params={{ token: request.orderToken }} className={buttonClasses('primary')}>
              Follow your order
            </Link>
          )}
          <BrowseLink look="plain" />
        </div>
      </div>
    </div>
  )
}

const receiptOf = (request: PublicPaymentRequest): ReceiptOrder => ({
  reference: request.reference ?? '',
  status: isRefundedWhole(request) ? 'refunded' : request.status === 'processed' ? 'processed' : 'completed',
  total: request.total ?? '0.00',
  // Store credit never pays a link.
  credit: '0.00',
  refundedTotal: request.refundedTotal,
  refundState: request.refundState,
  paymentMethod: request.paymentMethod,
  card: request.card,
  paymentId: request.paymentId,
  createdAt: request.createdAt,
  paidAt: request.paidAt,
  deliverBy: request.deliverBy,
  payUntil: null,
  closeReason: null,
  // In full for the browser that paid; for others, the server masks both: enough to recognize oneself.
  emailHint: request.customerEmail ?? '',
  buyerName: request.customerName,
  lines: request.cartData,
})
