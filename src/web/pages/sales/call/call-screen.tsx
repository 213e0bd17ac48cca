import { useEffect, useRef, useState } from 'react'
import { CallerPanel } from '#web/features/links/calls/caller-panel.tsx'
import { SentPanel } from '#web/features/links/invoicing/sent-panel.tsx'
import { useInvoice } from '#web/features/links/invoicing/use-invoice.ts'
import { useCurrentUser } from '#web/features/members/use-current-user.ts'
import { reloadCart, useCart } from '#web/features/orders/cart/cart-data.ts'
import { saleDelivery } from '#web/features/orders/cart/sale-delivery.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { wantsTexts } from '#web/lib/text-number.ts'
import { classes } from '#web/ui/classes.ts'
import { useMarket } from '../use-market.ts'
import { CallInvoice } from './call-invoice.tsx'
import { CallMarket } from './call-market.tsx'
import { CALL_STEPS, type CallStep, callStep } from './call-step.ts'

/** One screen for a call: who calls, what they want, and the invoice that grows meanwhile. */
export function CallScreen() {
  const user = useCurrentUser()
  return user ? <Call key={user.id} memberId={user.id} /> : null
}

function Call({ memberId }: { memberId: string }) {
  const { lines, total } = useCart()
  const { isChosen } = useMarket()
  const invoice = useInvoice({ memberId, lines, total, onCartChanged: () => void reloadCart() })
  const step = callStep.use()
  const pickerField = useRef<HTMLInputElement>(null)
  const placeRegion = useRef<HTMLDivElement>(null)
  const [isMatrixWanted, setIsMatrixWanted] = useState(false)

  const goToPackages = () => {
    callStep.set('packages')
    if (isChosen) setIsMatrixWanted(true)
    // On a narrow screen the region comes up with the next frame.
    else requestAnimationFrame(() => placeRegion.current?.querySelector('input')?.focus())
  }
  useSendKey(() => {
    callStep.set('invoice')
    invoice.submit()
  })
  // The keyboard starts with the first open question; on a touch screen that would bring up the keys over everything.
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches) return
    const start = pickerField.current ?? placeRegion.current?.querySelector('input')
    start?.focus()
  }, [])
  const handleClose = () => {
    invoice.closeSent()
    callStep.set('caller')
    requestAnimationFrame(() => pickerField.current?.focus())
  }

  // The next caller chooses how leads come again.
  const isSent = invoice.sent !== null
  useEffect(() => {
    if (isSent) saleDelivery.set('email')
  }, [isSent])

  const regionOf = (name: CallStep) => classes('min-w-0', step !== name && 'max-lg:hidden')
  return (
    <div className="grid gap-4">
      <Steps step={step} />
      {/* What a key has changed is said once: the cells and the invoice show it. */}
      <p role="status" className="sr-only">
        {lines.length > 0 && `${formatPlural(lines.length, 'package')} in the sale, ${formatDollars(total)}`}
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[15rem_minmax(0,1fr)_18rem] 2xl:grid-cols-[19rem_minmax(0,1fr)_21rem]">
        <CallerPanel
          memberId={memberId}
          draft={invoice.draft}
          onChange={invoice.change}
          isTexted={wantsTexts(lines)}
          onDone={goToPackages}
          pickerField={pickerField}
          className={regionOf('caller')}
        />
        <div className={classes(regionOf('packages'), 'lg:max-xl:col-start-1 lg:max-xl:row-start-2')}>
          <CallMarket
            region={placeRegion}
            isMatrixWanted={isMatrixWanted}
            onPlace={() => setIsMatrixWanted(true)}
            onMatrixFocused={() => setIsMatrixWanted(false)}
          />
        </div>
        <div
          className={classes(
            regionOf('invoice'),
            'grid gap-4 lg:max-xl:col-start-2 lg:max-xl:row-span-2 lg:max-xl:row-start-1',
          )}
        >
          {invoice.sent && <SentPanel key={invoice.sent.request.id} {...invoice.sent} onClose={handleClose} />}
          {!(invoice.sent && lines.length === 0) && <CallInvoice invoice={invoice} />}
        </div>
      </div>
    </div>
  )
}

/** Ctrl+Enter sends from anywhere on the screen. */
function useSendKey(send: () => void): void {
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])
}

function Steps({ step }: { step: CallStep }) {
  return (
    <nav
      aria-label="Steps of the sale"
      className="grid grid-cols-3 overflow-clip rounded-md border border-control lg:hidden"
    >
      {CALL_STEPS.map(({ value, label }, index) => (
        <button
          key={value}
          type="button"
          aria-current={value === step ? 'step' : undefined}
          onClick={() => callStep.set(value)}
          className={classes(
            'min-h-11 cursor-pointer border-control not-first:border-l',
            value === step ? 'bg-accent-quiet font-semibold' : 'bg-surface text-muted',
          )}
        >
          {index + 1}. {label}
        </button>
      ))}
    </nav>
  )
}
