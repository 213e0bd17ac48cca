import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { paymentMethods } from '#web/lib/payment-methods.ts'
import { query } from '#web/lib/query.ts'
import { CartLineCard } from './cart-line-card.tsx'
import { HoldBar } from './hold-bar.tsx'
import { useRemoveFromCart } from './use-remove-from-cart.ts'

/** The held lines, how long they are held, and what buying means. */
export function CartList({ lines }: { lines: readonly CartLine[] }) {
  const { data: config } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  const methods = config && paymentMethods(config, 'card', 'and')
  const removeFromCart = useRemoveFromCart()
  const list = useRef<HTMLUListElement>(null)
  // The pressed button disappears with its line; the focus stays in the list instead of leaving the dialog.
  const handleRemove = (line: CartLine) => removeFromCart.mutate(line, { onSettled: () => list.current?.focus() })
  return (
    <>
      <HoldBar lines={lines} />
      <ul ref={list} tabIndex={-1} aria-label="Packages in your cart" className="mt-4 grid gap-3">
        {lines.map((line) => (
          <CartLineCard
            key={line.holdId}
            line={line}
            isRemoving={removeFromCart.isPending && removeFromCart.variables.holdId === line.holdId}
            onRemove={() => handleRemove(line)}
          />
        ))}
      </ul>
      <ul className="mt-5 grid gap-1 text-xs text-muted">
        {methods && <li>Secure payment by {methods}.</li>}
        <li>New customers get a verification email.</li>
        <li>Orders are processed within 24 hours.</li>
        {config?.hasReturningCredit && <li>Returning customers get credits added to their account.</li>}
      </ul>
    </>
  )
}
