import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe, StripeElements, StripePaymentElementOptions } from '@stripe/stripe-js'
import { loadStripe as loadStripeScript } from '@stripe/stripe-js/dist/pure.mjs'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { StoreConfig } from '#contract/admin/operations.ts'
import { afterPress } from '#web/ui/after-press.ts'
import { classes } from '#web/ui/classes.ts'
import { type Theme, useTheme } from '#web/ui/theme.tsx'
import { CardSkeleton, cardFormMissing } from './card-skeleton.tsx'

type CardSetup = NonNullable<StoreConfig['payments']>

/** The store serves it even if the API is another server's, and writes that address into it. */
const SANDBOX_SCRIPT = '/sandbox/stripe/stripe.js'
let loading: Promise<Stripe | null> | undefined

/** Once per page. With a sandbox, its script comes first: the library uses the `window.Stripe` that it provides. */
function loadStripe({ publishableKey, sandboxUrl }: CardSetup): Promise<Stripe | null> {
  loading ??= (sandboxUrl === null ? Promise.resolve() : injectScript(SANDBOX_SCRIPT))
    .then(() => loadStripeScript(publishableKey))
    .catch((error: unknown) => {
      // A failed load can be retried: "Try again" requests the script once more.
      loading = undefined
      throw error
    })
  return loading
}

const injectScript = (source: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('the card form could not be loaded'))
    }
    document.head.append(script)
  })

const FONT = 'Public Sans'
/** The file that styles.css names; the provider's frame loads it itself, so its address is absolute. */
const FONT_FILE = new URL(
  '../../../../node_modules/@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2',
  import.meta.url,
)
const FONTS = [{ family: FONT, src: `url(${FONT_FILE.href})`, weight: '100 900' }]

/** Cards only, and no questions that our own form asks already. */
const ELEMENT_OPTIONS: StripePaymentElementOptions = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  fields: { billingDetails: { name: 'never', email: 'never', phone: 'never', address: 'never' } },
}

export type CardForm = { stripe: Stripe; elements: StripeElements }

interface Props {
  setup: CardSetup
  clientSecret: string
  amount: number
  /** Enter was pressed in a field of the card form. */
  onEnter: (card: CardForm) => void
  children: (card: CardForm | null) => ReactNode
}

export default function CardPayment({ setup, clientSecret, amount, onEnter, children }: Props) {
  const theme = useTheme()
  const appearance = useMemo(() => cardAppearance(theme), [theme])
  const { data: stripe, isError, refetch } = useQuery({ queryKey: ['card provider'], queryFn: () => loadStripe(setup) })
  if (isError || !stripe)
    return (
      <>
        {isError || stripe === null ? cardFormMissing(refetch) : <CardSkeleton />}
        {children(null)}
      </>
    )
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance, fonts: FONTS }}>
      <CardFields amount={amount} onEnter={onEnter}>
        {children}
      </CardFields>
    </Elements>
  )
}

const cardAppearance = (theme: Theme): Appearance => ({
  theme: theme === 'dark' ? 'night' : 'stripe',
  variables: {
    colorPrimary: tokenColor('--accent'),
    colorBackground: tokenColor('--surface'),
    colorText: tokenColor('--ink'),
    colorTextSecondary: tokenColor('--muted'),
    colorTextPlaceholder: tokenColor('--muted'),
    colorDanger: tokenColor('--danger'),
    borderRadius: '6px',
    fontFamily: `${FONT}, system-ui, sans-serif`,
  },
  rules: { '.Label': { color: tokenColor('--ink'), fontSize: '14px', fontWeight: '600' } },
})

function CardFields({ amount, onEnter, children }: Pick<Props, 'amount' | 'onEnter' | 'children'>) {
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setIsReady] = useState(false)
  const fetchedAmount = useRef(amount)
  const frame = useRef<HTMLDivElement>(null)
  // Its fields are checked when they lose the focus, as ours are.
  useSteadyHeight(frame)
  useEffect(() => {
    if (amount === fetchedAmount.current || !elements) return
    fetchedAmount.current = amount
    // Without a reply the form still shows the old state; the provider's own amount decides anyway.
    elements.fetchUpdates().catch(() => undefined)
  }, [amount, elements])
  const card = stripe && elements && isReady ? { stripe, elements } : null
  // The provider submits the form around it at Enter, even if its button is disabled.
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (card) onEnter(card)
  }
  return (
    <>
      <div className="grid *:col-start-1 *:row-start-1">
        {!isReady && <CardSkeleton />}
        {/* Focused by a way to the form, it passes the focus on to the card's number. */}
        <form
          noValidate
          tabIndex={-1}
          onFocus={({ target, currentTarget }) => target === currentTarget && elements?.getElement('payment')?.focus()}
          onSubmit={handleSubmit}
          className={classes('min-w-0 outline-none', !isReady && 'invisible')}
        >
          <div ref={frame} className="flow-root">
            <PaymentElement options={ELEMENT_OPTIONS} onReady={() => setIsReady(true)} />
          </div>
        </form>
      </div>
      {children(card)}
    </>
  )
}

/** Keeps an element's height during a press, even if a frame inside it changes when it loses the focus. */
function useSteadyHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const setHeight = (height: string, overflow: string) => {
      if (element.current) Object.assign(element.current.style, { height, overflow })
    }
    const hold = () => {
      setHeight(`${element.current?.getBoundingClientRect().height}px`, 'clip')
      afterPress(() => setHeight('', ''))
    }
    window.addEventListener('pointerdown', hold, true)
    return () => window.removeEventListener('pointerdown', hold, true)
  }, [element])
}

/** A token of tokens.css as shown now, in `#rrggbb`: third-party frames support neither custom properties nor OKLCH. */
function tokenColor(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const color = getComputedStyle(probe).color
  probe.remove()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return '#000000'
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
