import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import type { ContactInfo } from '#contract/checkout/checkout.ts'
import type { PendingOrder } from '#contract/orders/cart.ts'
import { query } from '#web/lib/query.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CardForm } from './card-payment.tsx'
import type { CheckoutWords } from './checkout-words.ts'
import { cashAppMissing, type Method, PaymentChoice } from './payment-choice.tsx'
import { PaymentSection } from './payment-section.tsx'
import { StoreCredit } from './store-credit.tsx'
import type { Checkout, CheckoutProps } from './use-checkout.ts'

const loadCashAppPanel = () => import('./cash-app-panel.tsx')

interface CartPaymentProps extends Pick<CheckoutProps, 'lines' | 'mustAgree' | 'reloadCart'> {
  checkout: Checkout
  words: CheckoutWords
  method: Method
  onMethod: (method: Method) => void
  /** An order that waits for its Cash App transfer; its lines have left the cart. */
  pending: PendingOrder | null
  /** The buyer's address, if known before paying. */
  email: string | null
  /** Returns the address to ask for store credit with; null if it is invalid, after showing that at its field. */
  askEmail: () => string | null
  /** Passes on the buyer's contact, or shows what is missing in it; null if the waiting order has it already. */
  withContact: (use: (contact: ContactInfo | null) => void) => void
  /** See `PaymentSection`. */
  agreement: ReactNode
  contactFirst?: ReactNode
  onPay: (card: CardForm | null) => void
}

/** How a cart is paid: by card, with or without store credit, or with Cash App. */
export function CartPayment(props: CartPaymentProps) {
  const { checkout, words, method, onMethod, pending, lines, email, mustAgree } = props
  const { data: config } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  const { shown } = checkout
  const isBusy = checkout.state !== 'ready'
  const cashApp = (
    <>
      {shown.credit && (
        <p className="mb-4 text-sm text-muted">You can’t combine store credit with Cash App. To use it, pay by card.</p>
      )}
      <LatePart
        load={loadCashAppPanel}
        props={{
          purchase: shown,
          withContact: props.withContact,
          pending,
          supportEmail: config?.supportEmail ?? '',
          reloadCart: props.reloadCart,
          onBack: () => onMethod('card'),
        }}
        waiting={<Skeleton className="h-40" />}
        failed={cashAppMissing}
      />
    </>
  )
  const card =
    pending && lines.length === 0 ? (
      <Notice tone="info" title={`Order ${pending.reference} is waiting for Cash App`}>
        To pay by card instead, open the Cash App tab and press "Back to Payment Options".
      </Notice>
    ) : (
      <>
        <StoreCredit
          credit={checkout.credit}
          used={shown.credit}
          total={shown.total}
          email={email}
          askEmail={props.askEmail}
          isBusy={isBusy}
        />
        <PaymentSection
          checkout={checkout}
          setUp={words.setUp}
          agreement={props.agreement}
          mustAgree={mustAgree}
          contactFirst={props.contactFirst}
          onPay={props.onPay}
        />
      </>
    )
  return (
    <PaymentChoice
      method={method}
      // A waiting order is shown even if the store has stopped offering Cash App.
      hasCashApp={Boolean(config?.cashApp) || pending !== null}
      isBusy={isBusy}
      onChange={onMethod}
      card={card}
      cashApp={cashApp}
    />
  )
}
