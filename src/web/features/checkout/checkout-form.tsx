import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { packageName } from '#contract/catalogue/catalogue.ts'
import { readEmail } from '#contract/email-address.ts'
import { formatDollars } from '#web/lib/format.ts'
import { wantsTexts } from '#web/lib/phone-numbers.ts'
import { contactInfo } from '#web/lib/stated-order.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'
import { CartPayment, StoreCredit } from './cart-payment.tsx'
import { CONTACT_RULES } from './contact-draft.ts'
import { ContactFields, useContactForm } from './contact-fields.tsx'
import { BilledLines, type OrderLines, OrderSums } from './order-summary.tsx'
import type { Method } from './payment-section.tsx'
import { type CheckoutProps, useCheckout } from './use-checkout.ts'
import { PAGE_WORDS } from './use-pay.ts'
import { toPay } from './use-payment-intent.ts'

type CheckoutSummaryProps = ComponentProps<typeof OrderLines> & Record<'edit' | 'storeCredit' | 'aside', ReactNode>
function CheckoutSummary({ edit, storeCredit, aside, ...order }: CheckoutSummaryProps) {
  const [isOpen, setIsOpen] = useState(false)
  const partId = useId()
  return (
    <section aria-labelledby="summary-title" className="rounded-md border border-line bg-surface lg:p-6">
      <h2 id="summary-title" className="display text-xl max-lg:sr-only">
        Order Summary
      </h2>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={partId}
        onClick={() => setIsOpen(!isOpen)}
        className="figures flex min-h-12 w-full items-center justify-between gap-3 rounded-md px-4 text-left font-semibold hover:bg-accent-quiet lg:hidden"
      >
        <span className="py-2">
          Order details ({order.lines.length}) · {formatDollars(toPay(order))}
          {!isOpen &&
            order.lines.length <= 2 &&
            order.lines.map((line, place) => (
              <span key={line.holdId ?? `line ${place}`} className="block text-sm font-normal text-muted">
                {packageName(line)}, {line.place}
              </span>
            ))}
        </span>
        <ChevronDown size={18} aria-hidden="true" className={classes('shrink-0', isOpen && 'rotate-180')} />
      </button>
      <div id={partId} className={classes('px-4 pb-2 lg:mt-4 lg:p-0', !isOpen && 'max-lg:hidden')}>
        <BilledLines lines={order.lines} className="border-y" />
        <div className="mt-2">{edit}</div>
      </div>
      <div className="px-4 lg:p-0">{storeCredit}</div>
      <OrderSums {...order} className={classes('mt-3 max-lg:px-4', !isOpen && 'max-lg:hidden')} />
      <div className="px-1 pb-1 max-lg:mt-1 lg:mt-4 lg:p-0">{aside}</div>
    </section>
  )
}

type Props = CheckoutProps & { aside: ReactNode; edit: ReactNode }
export function CheckoutForm({ aside, edit, ...props }: Props) {
  const { pending } = props
  const [method, setMethod] = useState<Method>(pending ? 'cash-app' : 'card')
  const checkout = useCheckout({ ...props, contact: null, words: PAGE_WORDS })
  const { shown, naming } = checkout
  const isTexted = wantsTexts(shown.lines)
  const { form, submit, isKept } = useContactForm(isTexted)
  const receiptEmail = readEmail(useWatch({ control: form.control, name: 'email' }))
  const handleContinue = () => void submit((draft) => naming.mutate(contactInfo(draft)))()
  // A waiting order has its contact, and its lines have left the cart.
  const isAllWaiting = pending !== null && shown.lines.length === 0
  const askEmail = () => {
    const email = form.getValues('email').trim()
    if (CONTACT_RULES.email(email) === true) return email
    // Nothing typed yet is no mistake.
    if (email === '') form.setFocus('email')
    else void form.trigger('email', { shouldFocus: true })
    return null
  }
  const isWide = useMedia('(width >= 64rem)')
  const storeCredit = method === 'card' && (
    <StoreCredit checkout={checkout} email={null} askEmail={askEmail} className="" />
  )
  // Shown instead of the card form until the buyer is known, because an offer is limited per customer.
  const contactFirst = (
    <div className="grid gap-4">
      {naming.error?.code !== 'amount_changed' && <ErrorNotice error={naming.error} title={PAGE_WORDS.setUp.title} />}
      <Notice
        title="Your name and email first"
        action={
          <Button look="primary" disabled={naming.isPending} aria-busy={naming.isPending} onClick={handleContinue}>
            Continue to Card
          </Button>
        }
      >
        An offer in your cart has a limit for each customer. Fill in your contact information, then enter your card. If
        you have used the offer before, your payment is refunded.{' '}
        <Link to={paths.desk} className="text-accent underline underline-offset-2">
          Open your orders
        </Link>{' '}
        to see your price first.
      </Notice>
    </div>
  )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)] lg:gap-x-16">
      <div className="grid gap-8">
        {!isAllWaiting && (
          <section aria-labelledby="contact-title">
            <h2 id="contact-title" className="display mb-1 text-xl">
              Contact Information
            </h2>
            <ContactFields form={form} isKept={isKept} isTexted={isTexted} />
            {!isWide && storeCredit}
          </section>
        )}
        <section aria-labelledby="payment-title">
          <h2 id="payment-title" className="display mb-3 text-xl">
            Payment Method
          </h2>
          <CartPayment
            {...props}
            checkout={checkout}
            words={PAGE_WORDS}
            method={method}
            onMethod={setMethod}
            receiptEmail={receiptEmail}
            withContact={(use) => (pending ? use(null) : void submit((draft) => use(contactInfo(draft)))())}
            contactFirst={contactFirst}
            onPay={(card) =>
              void submit(
                (draft) => checkout.handlePay(contactInfo(draft), card),
                // The card's form marks its own fields, and takes the focus to them.
                (focusFirst) => void card?.elements.submit().then(focusFirst, focusFirst),
              )()
            }
          />
        </section>
      </div>
      {!isAllWaiting && (
        <div className="max-lg:order-first lg:sticky lg:top-6">
          <CheckoutSummary
            lines={shown.lines}
            total={shown.total}
            credit={shown.credit}
            edit={edit}
            storeCredit={isWide && storeCredit}
            aside={aside}
          />
        </div>
      )}
    </div>
  )
}
