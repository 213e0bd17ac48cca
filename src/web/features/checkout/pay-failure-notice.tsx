import type { ComponentProps } from 'react'
import { Notice } from '#web/ui/notice.tsx'
import { UnfitNotice } from './unfit-notice.tsx'
import type { PayFailure } from './use-pay.ts'

/** It appears where the button was pressed, and pushes that down. */
const intoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'center' })

type Props = { failure: PayFailure | null; cart: ComponentProps<typeof UnfitNotice>['cart']; supportEmail: string }
/** Why the last press of Pay did not end in an order; with a support address if money has moved. */
export function PayFailureNotice({ failure, cart, supportEmail }: Props) {
  if (!failure) return null
  if (failure.unfit) return <UnfitNotice error={failure.unfit} cart={cart} />
  return (
    <Notice ref={intoView} tone="danger" title={failure.title}>
      {failure.sentence}
      {failure.title === 'Order Processing Error' && <SupportAddress address={supportEmail} />}
      {failure.isPaid && (
        <p className="mt-2">
          Your payment is safe, so please do not pay again. We record it as soon as the card provider tells us, even if
          you close this page, and confirm it by email.
        </p>
      )}
    </Notice>
  )
}

export function SupportAddress({ address }: { address: string }) {
  if (!address) return null
  return (
    <>
      {' '}
      <a href={`mailto:${address}`} className="font-semibold text-accent underline underline-offset-2">
        {address}
      </a>
    </>
  )
}
