import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import type { PaymentId } from '#contract/values.ts'
import { ApiError, queryClient } from '#web/lib/call-api.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { Button } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import {
  cashAppMissing,
  Guarantee,
  type Method,
  PaymentChoice,
  PaymentSection,
  PaymentSkeleton,
} from './payment-section.tsx'
import * as requestPaymentCalls from './request-payment-calls.ts'
import { PANEL_WORDS, type PayTarget, usePay } from './use-pay.ts'

export interface RequestPaymentProps {
  bill: requestPaymentCalls.RequestBill
  returnPath: string
  onPaid: (request: PublicPaymentRequest) => void
  onProcessing: (paymentId: PaymentId) => void
  /** The server says that the request is not what the screen shows, for example because another tab paid it. */
  onStale: (error: ApiError) => void
  /** The provider took a payment that the server does not accept, for example because it came too late. */
  onRefused: (sentence: string) => void
  onBusyChange: (isBusy: boolean) => void
}

/** Refusals that are about the request itself: the screen then shows what became of it. */
const STALE_CODES = [
  'payment_request_not_found',
  'payment_request_expired',
  'payment_request_paid',
  'order_already_paid',
  'order_cancelled',
  'amount_changed',
]
const isStale = (error: ApiError | null): boolean => error !== null && STALE_CODES.includes(error.code)

const loadLinkCashApp = () => import('./link-cash-app.tsx')

export default function RequestPayment(props: RequestPaymentProps) {
  const { bill, returnPath, onPaid, onProcessing, onStale, onRefused, onBusyChange } = props
  const { data: config } = useStoreConfig()
  const [method, setMethod] = useState<Method>('card')
  const intent = useQuery(requestPaymentCalls.requestIntentQuery(bill))
  const target = useMemo<PayTarget<PublicPaymentRequest>>(
    () => ({
      open: () => requestPaymentCalls.openRequestPayment(bill),
      show: (_purchase, opened) =>
        queryClient.setQueryData(requestPaymentCalls.requestIntentQuery(bill).queryKey, opened),
      settle: ({ paymentId }) => {
        if (paymentId === null) throw new Error('a payment request is never free')
        return requestPaymentCalls.settleRequest(bill.token, paymentId).catch((error: unknown) => {
          if (error instanceof ApiError && requestPaymentCalls.isFinalRefusal(error)) onRefused(error.sentence)
          throw error
        })
      },
      isFinal: requestPaymentCalls.isFinalRefusal,
      returnPath,
      failed: 'Payment processing failed',
      payLess: 'ask your sales representative for a smaller order',
    }),
    [bill, returnPath, onRefused],
  )
  const handleRefusal = (error: ApiError) => {
    if (isStale(error)) onStale(error)
    return isStale(error)
  }
  const { pay, state, failure } = usePay({
    target,
    onPaying: () => undefined,
    onOrder: onPaid,
    onProcessing,
    onRefusal: handleRefusal,
    unexpected: { title: 'Payment Failed', sentence: 'Failed to process payment' },
  })
  const isBusy = state !== 'ready'
  useEffect(() => {
    onBusyChange(isBusy)
    return () => onBusyChange(false)
  }, [isBusy, onBusyChange])

  const { error } = intent
  const hasStaleIntent = isStale(error)
  useEffect(() => {
    if (error && hasStaleIntent) onStale(error)
  }, [error, hasStaleIntent, onStale])
  if (hasStaleIntent) return <PaymentSkeleton />
  if (error?.code === 'payment_pending')
    return (
      <Notice
        tone="attention"
        title="A payment for this request is in progress"
        action={<Button onClick={() => intent.refetch()}>Check again</Button>}
      >
        {error.sentence} Please do not pay again for now.
      </Notice>
    )
  const card = (
    <PaymentSection
      receiptEmail={bill.contact.email || null}
      checkout={{
        cart: null,
        intent,
        shown: bill,
        state,
        failure,
        changedTotal: null,
        handleAgree: async () => undefined,
      }}
      setUp={PANEL_WORDS.setUp}
      agreement={null}
      mustAgree={false}
      onPay={(form) => {
        if (!intent.data) return
        void pay({ purchase: { lines: [], total: bill.total }, intent: intent.data, contact: bill.contact, card: form })
      }}
    />
  )
  const handle = config?.cashApp?.handle
  const cashApp = handle && (
    <LatePart
      load={loadLinkCashApp}
      props={{ bill, handle, guarantee: <Guarantee />, onBack: () => setMethod('card') }}
      waiting={<PaymentSkeleton />}
      failed={cashAppMissing}
    />
  )
  return (
    <PaymentChoice
      method={method}
      hasCashApp={Boolean(cashApp)}
      isBusy={isBusy}
      onChange={setMethod}
      card={card}
      cashApp={cashApp}
    />
  )
}
