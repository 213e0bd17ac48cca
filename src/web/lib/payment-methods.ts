import type { StoreConfig } from '#contract/admin/operations.ts'

/** What the store has turned on. */
type Methods = Pick<StoreConfig, 'payments' | 'cashApp'>

/** How the store names card payments: by what buyers have, or by who takes the money. */
type CardName = 'card' | 'Stripe'

/** The payment methods that are turned on: `card and Cash App`. Empty if there is none. */
export function paymentMethods({ payments, cashApp }: Methods, card: CardName, joint: 'and' | 'or'): string {
  const methods = [payments && card, cashApp && 'Cash App'].filter(Boolean)
  return methods.join(` ${joint} `)
}
