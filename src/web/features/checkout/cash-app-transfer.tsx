import type { Ref } from 'react'
import { cashAppLink } from '#contract/payments/cash-app-link.ts'
import { formatDollars } from '#web/lib/format.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { CopyDetails } from './copy-details.tsx'

interface CashAppTransferProps {
  order: {
    /** Dollars to send. */
    amount: number
    /** The recipient, with its `$`. */
    handle: string
    reference: string
    /** The three as text to copy. */
    paymentDetails: string
  }
  titleRef?: Ref<HTMLParagraphElement>
}

/** What to send in Cash App, to whom, and with which note: to scan, to copy, to open. */
export function CashAppTransfer({ order, titleRef }: CashAppTransferProps) {
  const link = cashAppLink(order.handle, order.amount)
  return (
    <>
      <p ref={titleRef} tabIndex={-1} className="text-sm font-semibold">
        Send exactly this amount in Cash App
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <QrCode
          text={link}
          label={`QR code that opens Cash App with ${formatDollars(order.amount)} to ${order.handle}`}
          className="w-36 rounded-md border border-line"
        />
        <dl className="grid min-w-40 flex-1 gap-3">
          <Fact name="Amount" value={formatDollars(order.amount)} isLarge />
          <Fact name="To" value={order.handle} />
          <Fact name="Note (your reference)" value={order.reference} />
        </dl>
      </div>
      <div className="grid gap-3">
        <CopyDetails key={order.paymentDetails} text={order.paymentDetails} />
        <ExternalLink href={link} className={buttonClasses()}>
          Open Cash App
        </ExternalLink>
      </div>
    </>
  )
}

function Fact({ name, value, isLarge }: { name: string; value: string; isLarge?: boolean }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className={isLarge ? 'display figures text-2xl' : 'figures font-semibold break-all'}>{value}</dd>
    </div>
  )
}
