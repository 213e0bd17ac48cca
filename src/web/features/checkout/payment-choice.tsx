import type { ReactNode } from 'react'
import { Tabs } from '#web/ui/tabs.tsx'
import { PayAssurances } from './pay-assurances.tsx'

export type Method = 'card' | 'cash-app'

const CARD_TAB = { value: 'card', label: 'Credit Card' } as const
const CASH_APP_TAB = { value: 'cash-app', label: 'Cash App' } as const

interface PaymentChoiceProps {
  method: Method
  hasCashApp: boolean
  /** A payment is in progress, so the method stays. */
  isBusy: boolean
  onChange: (method: Method) => void
  card: ReactNode
  cashApp: ReactNode
}

/** The ways to pay, the same wherever a buyer pays: in the cart dialog, on the checkout page, on a payment link. */
export function PaymentChoice({ method, hasCashApp, isBusy, onChange, card, cashApp }: PaymentChoiceProps) {
  return (
    <div className="max-xs:[&>[role=tablist]]:grid max-xs:[&>[role=tablist]]:grid-cols-2">
      <Tabs
        label="Payment method"
        tabs={hasCashApp ? [CARD_TAB, CASH_APP_TAB] : [CARD_TAB]}
        value={method}
        onChange={(next) => !isBusy && onChange(next)}
      >
        <div className="pt-5">
          {method === 'card' ? card : cashApp}
          <PayAssurances isByCard={method === 'card'} />
        </div>
      </Tabs>
    </div>
  )
}
