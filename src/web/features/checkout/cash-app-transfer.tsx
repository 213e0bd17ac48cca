import { Check, Copy } from 'lucide-react'
import { type ReactNode, type Ref, useRef } from 'react'
import { cashAppLink } from '#contract/payments/cash-app-link.ts'
import { formatDollars } from '#web/lib/format.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'

function CopyDetails({ text }: { text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { state, handleCopy } = useCopy(text, () => {
    field.current?.focus()
    field.current?.select()
  })
  return (
    <div className="grid gap-3">
      <Button icon={state === 'copied' ? Check : Copy} onClick={handleCopy} className="w-full">
        {state === 'copied' ? 'Copied Payment Details' : 'Copy Payment Details'}
      </Button>
      {state === 'by hand' && (
        <label className="grid gap-1.5 text-sm">
          <span>Your browser won’t let us copy. The text is selected: press Ctrl+C or ⌘C, or tap to copy.</span>
          <textarea
            ref={field}
            readOnly
            rows={text.split('\n').length}
            value={text}
            className="figures w-full resize-none rounded-md border border-control bg-surface px-3 py-2 text-base"
          />
        </label>
      )}
    </div>
  )
}

interface CashAppTransferProps {
  order: { amount: number; handle: string; reference: string; paymentDetails: string }
  titleRef?: Ref<HTMLParagraphElement>
  /** Who is told about the payment, and how. */
  whom: string
  how: ReactNode
}

export function CashAppTransfer({ order, titleRef, whom, how }: CashAppTransferProps) {
  const link = cashAppLink(order.handle, order.amount)
  const isPhone = useMedia('(pointer: coarse), (width < 40rem)')
  const qrCode = (
    <QrCode
      text={link}
      label={`QR code that opens Cash App with ${formatDollars(order.amount)} to ${order.handle}`}
      className="w-36 rounded-md border border-line"
    />
  )
  return (
    <>
      <p ref={titleRef} tabIndex={-1} className="text-sm font-semibold">
        1. Send exactly this amount in Cash App, with the note
      </p>
      <div className="flex flex-wrap items-center gap-5">
        {!isPhone && qrCode}
        <FactList
          className="grid min-w-40 flex-1 gap-3 *:first:text-xl"
          valueLook="figures font-semibold"
          facts={[
            ['Amount', formatDollars(order.amount)],
            ['To', order.handle],
            ['Note (your reference)', order.reference],
          ]}
        />
      </div>
      <div className="grid gap-3">
        <ExternalLink href={link} className={buttonClasses(isPhone ? 'primary' : 'plain')}>
          Open Cash App
        </ExternalLink>
        <CopyDetails key={order.paymentDetails} text={order.paymentDetails} />
      </div>
      {isPhone && (
        <details className="text-sm">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-accent underline underline-offset-4">
            On another device?
          </summary>
          {qrCode}
        </details>
      )}
      <div className="text-sm">
        <p className="font-semibold">2. After paying, contact {whom}</p>
        <p className="mt-1">
          {how} We find your payment by its note, {order.reference}. Once it is verified, we process your order and
          email you.
        </p>
      </div>
    </>
  )
}
