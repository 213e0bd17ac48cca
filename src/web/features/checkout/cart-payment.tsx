import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ContactInfo } from '#contract/checkout/checkout.ts'
import { CREDIT_CODE_DIGITS, CREDIT_CODE_MINUTES } from '#contract/credit/credit-use.ts'
import { type CartCredit, openCredit, sendCreditCode } from '#contract/credit/credits.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDollars } from '#web/lib/format.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { TextField } from '#web/ui/field.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CardForm } from './card-payment.tsx'
import { cashAppMissing, type Method, PaymentChoice, PaymentSection } from './payment-section.tsx'
import type { Checkout, CheckoutProps } from './use-checkout.ts'
import type { CheckoutWords } from './use-pay.ts'
import type { UsedCredit } from './use-payment-intent.ts'

interface StoreCreditProps {
  checkout: Checkout
  email: string | null
  /** Returns the address to ask for store credit with; null if it is invalid, after showing that at its field. */
  askEmail: () => string | null
  className: string
}

/** Shown above the total that it lowers. */
export function StoreCredit({ checkout, email, askEmail, className }: StoreCreditProps) {
  const { credit, shown, state } = checkout
  const isBusy = state !== 'ready'
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const [isEmailMissing, setIsEmailMissing] = useState(false)
  const send = useMutation({
    mutationFn: (email: string) => callApi(sendCreditCode, { body: { email } }),
    onSuccess: ({ isOpen }, email) => (isOpen ? credit.read() : setAskedFor(email)),
  })
  const handleAsk = () => {
    const typed = askEmail()
    setIsEmailMissing(typed === null)
    if (typed !== null) send.mutate(typed)
  }
  const { trouble } = credit
  const opened = email === null || credit.isOf(email) ? credit.opened : null
  const isAsked = askedFor !== null && !credit.isOf(askedFor)
  return (
    <section aria-label="Store credit" className={classes('grid gap-3 text-sm', className)}>
      {trouble && <Notice tone="attention">{trouble}</Notice>}
      {opened ? (
        <OpenedCredit
          opened={opened}
          used={shown.credit}
          total={shown.total}
          isBusy={isBusy}
          onWant={credit.want}
          onOther={email === null && !isAsked ? handleAsk : undefined}
        />
      ) : (
        !isAsked && (
          <Button
            look="quiet"
            size="small"
            className="-ml-3 justify-self-start"
            onClick={handleAsk}
            disabled={isBusy || send.isPending}
          >
            {send.isPending ? 'Checking…' : 'Use store credit'}
          </Button>
        )
      )}
      {isEmailMissing && (
        <p role="status" className="text-muted">
          Enter your email first. We’ll send a code there to unlock your credit.
        </p>
      )}
      {send.error && (
        <p role="alert" className="text-danger">
          {send.error.sentence}
        </p>
      )}
      {isAsked && (
        <CodeForm
          email={askedFor}
          isBusy={isBusy || send.isPending}
          onAgain={handleAsk}
          onClose={() => setAskedFor(null)}
          onOpened={(found) => {
            credit.open(found)
            setAskedFor(null)
          }}
        />
      )}
    </section>
  )
}

interface OpenedCreditProps {
  opened: CartCredit
  used: UsedCredit | undefined
  total: number
  isBusy: boolean
  onWant: (isWanted: boolean) => void
  /** Asks for a code for the address typed now; absent if there is only one. */
  onOther: (() => void) | undefined
}

function OpenedCredit({ opened, used, total, isBusy, onWant, onOther }: OpenedCreditProps) {
  const { email, available, reserved } = opened
  const isLessThanAll = used !== undefined && used.amount < Math.min(available, total)
  return (
    <div className="rounded-md border border-line bg-sunken p-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">
            {used ? `Store credit covers ${formatDollars(used.amount)}` : `Store credit: ${formatDollars(available)}`}
          </span>
          <span className="block text-muted">
            {used && available > used.amount ? `${formatDollars(available)} of ${email}` : `of ${email}`}
          </span>
        </p>
        <div className="-mr-3 flex flex-wrap">
          {used ? (
            <Button look="quiet" size="small" disabled={isBusy} onClick={() => onWant(false)}>
              Don’t use it
            </Button>
          ) : (
            <>
              {available > 0 && (
                <Button look="quiet" size="small" disabled={isBusy} onClick={() => onWant(true)}>
                  Use it
                </Button>
              )}
              {onOther && (
                <Button look="quiet" size="small" disabled={isBusy} onClick={onOther}>
                  Use another address
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      {isLessThanAll && <p className="mt-1 text-muted">We leave 50 cents for the card, the least it can charge.</p>}
      {reserved > 0 && (
        <p className="mt-1 text-muted">
          {formatDollars(reserved)} more is set aside for an order you have not paid yet. If you don’t pay it, the
          credit comes back within a day.
        </p>
      )}
      {available === 0 && <p className="mt-1">You have no credit to use right now.</p>}
    </div>
  )
}

interface CodeFormProps {
  email: string
  isBusy: boolean
  onAgain: () => void
  onClose: () => void
  onOpened: (credit: CartCredit) => void
}

/** Asks for the emailed code. The form is the same with or without credit: only the owner of the mailbox finds out. */
function CodeForm({ email, isBusy, onAgain, onClose, onOpened }: CodeFormProps) {
  const [code, setCode] = useState('')
  const open = useMutation({ mutationFn: () => callApi(openCredit, { body: { email, code } }), onSuccess: onOpened })
  const digits = code.replace(/\D/g, '')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (digits.length === CREDIT_CODE_DIGITS && !open.isPending) open.mutate()
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3 rounded-md border border-line bg-sunken p-3">
      <p className="wrap-anywhere">
        If {email} has store credit, a {CREDIT_CODE_DIGITS}-digit code is on its way there. It works for{' '}
        {CREDIT_CODE_MINUTES} minutes.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Six-digit code"
          name="credit-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={CREDIT_CODE_DIGITS + 3}
          value={code}
          error={open.error?.sentence}
          onChange={(event) => {
            setCode(event.target.value)
            if (open.error) open.reset()
          }}
          className="min-w-0 grow"
        />
        <Button type="submit" disabled={isBusy || open.isPending || digits.length !== CREDIT_CODE_DIGITS}>
          {open.isPending ? 'Checking…' : 'Use credit'}
        </Button>
      </div>
      <p className="-ml-3 flex flex-wrap gap-x-2">
        <Button look="quiet" size="small" disabled={isBusy} onClick={onAgain}>
          Send another code
        </Button>
        <Button look="quiet" size="small" onClick={onClose}>
          Pay without credit
        </Button>
      </p>
    </form>
  )
}

const loadCashAppPanel = () => import('./cash-app-panel.tsx')

interface CartPaymentProps extends Pick<CheckoutProps, 'lines' | 'pending' | 'mustAgree' | 'agreement' | 'reloadCart'> {
  checkout: Checkout
  words: CheckoutWords
  method: Method
  onMethod: (method: Method) => void
  receiptEmail: string | null
  /** Passes on the buyer's contact, or shows what is missing in it; null if the waiting order has it already. */
  withContact: (use: (contact: ContactInfo | null) => void) => void
  contactFirst?: ReactNode
  onPay: (card: CardForm | null) => void
}

export function CartPayment(props: CartPaymentProps) {
  const { checkout, words, method, onMethod, pending } = props
  const { data: config } = useStoreConfig()
  const { shown } = checkout
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
    pending && props.lines.length === 0 ? (
      <Notice tone="info" title={`Order ${pending.reference} is waiting for Cash App`}>
        To pay by card instead, open the Cash App tab and press "Back to Payment Options".
      </Notice>
    ) : (
      <PaymentSection {...props} setUp={words.setUp} />
    )
  return (
    <PaymentChoice
      method={method}
      // A waiting order is shown even if the store has stopped offering Cash App.
      hasCashApp={Boolean(config?.cashApp) || pending !== null}
      isBusy={checkout.state !== 'ready'}
      onChange={onMethod}
      card={card}
      cashApp={cashApp}
    />
  )
}
