import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import type { PaymentId, PaymentRequestToken } from '#contract/values.ts'
import { tellOtherTabs } from '#web/features/links/payment-link/other-tabs.ts'
import { showPaymentRequest } from '#web/features/links/payment-link/request-data.ts'
import { RequestLoading, RequestUnreadable } from '#web/features/links/payment-link/request-loading.tsx'
import { useActed, useTellOpened } from '#web/features/links/payment-link/use-acted.ts'
import { usePaymentRequest } from '#web/features/links/payment-link/use-payment-request.ts'
import type { TitleTag } from '#web/features/links/payment-link/view-title.tsx'
import { isRefundedWhole, REFUND_SENTENCE, REFUNDED_TITLE } from '#web/features/orders/refunded-whole.ts'
import { tellPaid } from '#web/features/orders/tell-paid.ts'
import { query } from '#web/lib/query.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { showToast } from '#web/ui/toast.ts'
import {
  loadPaidRequest,
  loadRequestExpired,
  loadRequestNotFound,
  loadReturnedPayment,
  viewMissing,
} from './late-views.tsx'
import { OpenRequest } from './open-request.tsx'

interface RequestScreenProps {
  token: string
  titleTag: TitleTag
  /** The page and the overlay word it differently. */
  paidTitle: string
  /** A payment that waits for its result, for example after the bank's own page. */
  returned: PaymentId | null
  onReturnedChange: (paymentId: PaymentId | null) => void
  /** The screen should stay while money is on its way. */
  onBusyChange?: (isBusy: boolean) => void
}

const NOT_LOADED = 'Part of this page did not load. Check your connection and try again.'

/** Everything a payment link can show, on its own page and in the overlay on the leads page. */
export function RequestScreen(props: RequestScreenProps) {
  const { token, titleTag, paidTitle, returned, onReturnedChange, onBusyChange } = props
  const { data: config } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  const { request, state, error, refetch } = usePaymentRequest(token)
  const [isBusy, setIsBusy] = useState(false)
  const isActed = useActed()
  useTellOpened(token, request !== undefined)
  const [refusal, setRefusal] = useState<string | null>(null)
  // Once it has expired, the server names neither customer nor lines; a payment in progress still shows what it pays.
  const open = useRef<PublicPaymentRequest | null>(null)
  if (request && state === 'open') open.current = request

  const handleBusyChange = useCallback(
    (isPaying: boolean) => {
      setIsBusy(isPaying)
      onBusyChange?.(isPaying)
    },
    [onBusyChange],
  )
  const handleStale = useCallback(() => void refetch(), [refetch])
  const handlePaid = useCallback(
    (paid: PublicPaymentRequest) => {
      showPaymentRequest(paid)
      tellOtherTabs(token)
      tellPaid(paid)
      onReturnedChange(null)
    },
    [token, onReturnedChange],
  )
  // The provider's own event may have settled the payment before this page could ask.
  const isSettled = state === 'paid' && returned !== null
  useEffect(() => {
    if (isSettled) onReturnedChange(null)
  }, [isSettled, onReturnedChange])
  const hasFailed = error !== null && request === undefined
  useEffect(() => {
    if (hasFailed) showToast({ title: 'Error', description: 'Failed to load payment request', tone: 'danger' })
  }, [hasFailed])

  const common = { titleTag, supportEmail: config?.supportEmail }
  const waiting = <RequestLoading titleTag={titleTag} />
  if (!request) {
    if (!error) return waiting
    const isUnknown = error.code === 'payment_request_not_found' || error.status === 400 || error.status === 404
    if (isUnknown) {
      return (
        <LatePart
          key="not found"
          load={loadRequestNotFound}
          props={common}
          waiting={waiting}
          failed={viewMissing(titleTag, 'Payment Request Not Found', NOT_LOADED)}
        />
      )
    }
    return <RequestUnreadable titleTag={titleTag} sentence={error.sentence} onRetry={() => void refetch()} />
  }
  if (state === 'paid') {
    return (
      <LatePart
        key="paid"
        load={loadPaidRequest}
        props={{
          request,
          title: paidTitle,
          titleTag,
          takesFocus: open.current !== null,
          config,
          onDelivered: handleStale,
        }}
        waiting={waiting}
        failed={
          isRefundedWhole(request)
            ? viewMissing(titleTag, REFUNDED_TITLE, `${REFUND_SENTENCE} ${NOT_LOADED}`)
            : viewMissing(titleTag, paidTitle, `This payment request is paid. ${NOT_LOADED}`)
        }
      />
    )
  }
  if (returned !== null) {
    return (
      <LatePart
        key="returned"
        load={loadReturnedPayment}
        props={{
          token: token as PaymentRequestToken,
          paymentId: returned,
          titleTag,
          onPaid: handlePaid,
          onGivenUp: () => {
            onReturnedChange(null)
            void refetch()
          },
        }}
        waiting={waiting}
        failed={viewMissing(
          titleTag,
          'Confirming your payment',
          `If you have paid, your payment is safe: please do not pay again. ${NOT_LOADED}`,
        )}
      />
    )
  }
  // A payment in progress may continue; the server decides what becomes of it.
  const payable = state === 'open' ? request : isBusy ? open.current : null
  if (!payable) {
    return (
      <LatePart
        key="expired"
        load={loadRequestExpired}
        props={{
          ...common,
          token: token as PaymentRequestToken,
          request,
          isJustOver: open.current !== null,
          refusal,
        }}
        waiting={waiting}
        failed={viewMissing(titleTag, 'Payment Request Expired', NOT_LOADED)}
      />
    )
  }
  return (
    <OpenRequest
      request={payable}
      titleTag={titleTag}
      isActed={isActed}
      onPaid={handlePaid}
      onProcessing={onReturnedChange}
      onStale={handleStale}
      onRefused={setRefusal}
      onBusyChange={handleBusyChange}
    />
  )
}
