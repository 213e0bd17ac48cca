import { type AnyRouter, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderToken, PaymentId } from '#contract/values.ts'

type CartStep = 'list' | 'contact' | 'payment' | 'done'

interface CartTrail {
  steps: readonly CartStep[]
  order?: OrderToken | undefined
  /** The payment: only the payer's browser has it, so a reload cannot ask for it. */
  paymentId?: PaymentId | null
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    cart?: CartTrail | undefined
  }
}

const NO_STEPS: readonly CartStep[] = []
const SAME_PAGE = { to: '.', search: true, hash: true, resetScroll: false, ignoreBlocker: true } as const
/** If the browser has lost the entries before this one, going back does nothing, without an event. */
const GOING_BACK_MS_MAX = 1000

/** Each step is an entry of the history over the same page: Back goes back step by step, then leaves the dialog. */
export function useCartSteps() {
  const trail = useRouterState({ select: ({ location }) => location.state.cart })
  const navigate = useNavigate()
  const router = useRouter()
  const moves = useMemo(() => {
    const show = (cart: CartTrail | undefined, replace: boolean) =>
      void navigate({ ...SAME_PAGE, state: { cart }, replace })
    const steps = () => router.latestLocation.state.cart?.steps ?? NO_STEPS
    return {
      goTo: (step: Exclude<CartStep, 'done'>) => {
        const stepsBack = steps().length - 1 - steps().indexOf(step)
        if (!steps().includes(step)) show({ steps: [...steps(), step] }, false)
        else if (stepsBack > 0) goBack(router, stepsBack, () => show({ steps: [step] }, true))
      },
      finish: ({ token, paymentId }: Order) =>
        show({ steps: [...steps().slice(0, -1), 'done'], order: token, paymentId }, true),
      close: () => {
        if (steps().length > 0) goBack(router, steps().length, () => show(undefined, true))
      },
    }
  }, [navigate, router])
  return { step: trail?.steps.at(-1) ?? null, order: trail?.order, paymentId: trail?.paymentId ?? null, ...moves }
}

let isGoingBack = false

/** Goes back once, however often it is called before the browser has moved: a second time would leave the page. */
function goBack({ history }: AnyRouter, entries: number, onStuck: () => void): void {
  if (isGoingBack) return
  isGoingBack = true
  const settle = () => {
    isGoingBack = false
    stop()
    clearTimeout(timer)
  }
  const stop = history.subscribe(settle)
  const timer = setTimeout(() => {
    settle()
    onStuck()
  }, GOING_BACK_MS_MAX)
  history.go(-entries, { ignoreBlocker: true })
}
