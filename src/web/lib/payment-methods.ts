import type { StoreConfig } from '#contract/admin/operations.ts'

/** What the store has switched on. */
type Methods = Pick<StoreConfig, 'payments' | 'cashApp'>

/** How the store names taking cards: by what buyers hold, or by who takes the money. */
type CardName = 'card' | 'Stripe'

/** The ways to pay that are switched on, and no others: `card and Cash App`. Empty when there is none. */
export function paymentMethods({ payments, cashApp }: Methods, card: CardName, joint: 'and' | 'or'): string {
  const methods = [payments && card, cashApp && 'Cash App'].filter(Boolean)
  return methods.join(` ${joint} `)
}
