import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CartLine } from '#contract/cart.ts'
import type { Order } from '#contract/orders.ts'
import type { PaymentId } from '#contract/values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { CardForm } from './card-payment.tsx'
import { CONTACT_RULES, type ContactDraft, storeContact, storedContact } from './contact-draft.ts'
import { ContactFields } from './contact-fields.tsx'
import { contactInfo } from './order-claim.ts'
import { OrderSummary } from './order-summary.tsx'
import { PaymentSection } from './payment-section.tsx'
import { type PayState, usePay } from './use-pay.ts'
import { type Purchase, purchaseKey, usePaymentIntent } from './use-payment-intent.ts'

interface CheckoutFormProps {
  lines: readonly CartLine[]
  total: number
  /** Stands under the total, e.g. how long the lines are held. */
  aside?: ReactNode
  /** Told the lines whose payment is under way, and none once it failed. */
  onPaying: (lines: readonly CartLine[]) => void
  onOrder: (order: Order) => void
  onProcessing: (paymentId: PaymentId) => void
  /** The page keeps showing what is being paid, even when the server has already emptied the cart. */
  onBusyChange: (isBusy: boolean) => void
  /** Reads the cart again: for prices that changed, or holds that were renewed or ran out. */
  reloadCart: () => Promise<readonly CartLine[]>
}

/** Contact, order and card on one page, so that nothing typed is ever left behind. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { aside, onPaying, onOrder, onProcessing, onBusyChange, reloadCart, ...cart } = props
  const [agreed, setAgreed] = useState<{ cart: string; total: number } | null>(null)
  const [changedTotal, setChangedTotal] = useState<number | null>(null)
  const form = useForm<ContactDraft>({ defaultValues: storedContact(), mode: 'onBlur', reValidateMode: 'onChange' })
  const { pay, state, failure, purchase } = usePay({
    onPaying,
    onOrder,
    onProcessing,
    onTotalChanged: setChangedTotal,
  })
  const isBusy = state !== 'ready'
  const total = agreed?.cart === purchaseKey(cart.lines) ? agreed.total : cart.total
  const shown: Purchase = purchase ?? { lines: cart.lines, total }
  const intent = usePaymentIntent(shown, !isBusy)

  useEffect(() => onBusyChange(isBusy), [isBusy, onBusyChange])
  useEffect(() => {
    const subscription = form.watch((values) => storeContact({ ...storedContact(), ...values }))
    return () => subscription.unsubscribe()
  }, [form])

  // Opening a payment renews the holds; one that finds the cart empty knows more than the screen does.
  const isCartStale = intent.data !== undefined || intent.error?.code === 'cart_empty'
  useEffect(() => {
    if (isCartStale) void reloadCart()
  }, [isCartStale, reloadCart])

  const handleAgree = async (newTotal: number) => {
    const lines = await reloadCart()
    setAgreed({ cart: purchaseKey(lines), total: newTotal })
    setChangedTotal(null)
  }
  const handlePay = (card: CardForm | null) =>
    form.handleSubmit(
      (draft) => intent.data && pay({ purchase: shown, intent: intent.data, contact: contactInfo(draft), card }),
      () => showToast({ title: 'Validation Error', description: firstContactError(form.getValues()), tone: 'danger' }),
    )

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)] lg:gap-16">
      <div className="grid gap-10">
        <ContactFields form={form} />
        <PaymentSection intent={intent} failure={failure} changedTotal={changedTotal} onAgree={handleAgree}>
          {(card, isFree) => (
            <PayButton
              state={state}
              label={isFree ? `Place order, ${formatDollars(0)}` : `Pay ${formatDollars(shown.total)}`}
              isDisabled={!isFree && card === null}
              onPress={handlePay(card)}
            />
          )}
        </PaymentSection>
      </div>
      <div className="max-lg:order-first lg:sticky lg:top-6">
        <OrderSummary lines={shown.lines} total={shown.total}>
          {aside}
        </OrderSummary>
      </div>
    </div>
  )
}

interface PayButtonProps {
  state: PayState
  label: string
  isDisabled: boolean
  onPress: () => void
}

const BUSY_LABELS: Readonly<Record<PayState, string | null>> = {
  ready: null,
  paying: 'Paying…',
  recording: 'Paid. Confirming your order…',
  unrecorded: 'Paid. Still confirming your order…',
}

function PayButton({ state, label, isDisabled, onPress }: PayButtonProps) {
  return (
    <div className="grid gap-2">
      <Button
        look="primary"
        size="large"
        className="figures w-full"
        disabled={isDisabled || state !== 'ready'}
        aria-busy={state !== 'ready'}
        onClick={onPress}
      >
        <Lock size={16} aria-hidden="true" />
        {BUSY_LABELS[state] ?? label}
      </Button>
      <p className="text-center text-xs text-muted">You pay exactly this amount, once. The receipt comes by email.</p>
    </div>
  )
}

/** The first complaint, in the words of the form. */
function firstContactError(draft: ContactDraft): string {
  const complaints = [CONTACT_RULES.fullName(draft.fullName), CONTACT_RULES.email(draft.email)]
  return complaints.find((complaint) => typeof complaint === 'string') ?? 'Please check your contact information.'
}
