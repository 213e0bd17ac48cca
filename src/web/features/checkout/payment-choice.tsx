import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { ShowMissing } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { PayAssurances } from './pay-assurances.tsx'

export type Method = 'card' | 'cash-app'

const CARD_TAB = { value: 'card', label: 'Credit Card' } as const
const CASH_APP_TAB = { value: 'cash-app', label: 'Cash App' } as const

interface PaymentChoiceProps {
  /** Cards, if the store does not offer Cash App. */
  method: Method
  hasCashApp: boolean
  /** A payment is in progress, so the method stays. */
  isBusy: boolean
  onChange: (method: Method) => void
  card: ReactNode
  cashApp: ReactNode
}

/** The ways to pay, the same wherever a buyer pays: in the cart dialog, on the checkout page, on a payment link. */
export function PaymentChoice({ method: chosen, hasCashApp, isBusy, onChange, card, cashApp }: PaymentChoiceProps) {
  const method = hasCashApp ? chosen : 'card'
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

/** What the Cash App tab shows if its part cannot be loaded. */
export const cashAppMissing: ShowMissing = (retry) => (
  <Notice tone="danger" title="Cash App could not be shown" action={<Button onClick={retry}>Try again</Button>}>
    We can’t reach the store right now. Your packages stay reserved.
  </Notice>
)
