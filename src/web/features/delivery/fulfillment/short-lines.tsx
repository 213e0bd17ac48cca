import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { ShortLine } from '#contract/stock/shortfalls.ts'
import { formatDateTime, formatPlural } from '#web/lib/format.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useSettleShortfall, useShortLines } from './fulfillment-data.ts'

/** The limit of the contract. */
const NOTE_MAX = 1_000

/**
 * Packages whose buyers get fewer leads than they paid for, until an administrator makes up for it; shows nothing if
 * there are none.
 */
export function ShortLines() {
  const { data: lines = [], error } = useShortLines()
  if (error)
    return (
      <Notice tone="danger" title="We couldn’t check for packages short of leads">
        {error.sentence}
      </Notice>
    )
  if (lines.length === 0) return null
  return (
    <Notice tone="attention" title={`${formatPlural(lines.length, 'package')} short of leads`}>
      <p>
        Owners opted out after these sold but before delivery, and no other leads were left. We told the buyers. Refund
        part of the money or give store credit, then settle it here.
      </p>
      <ul aria-label="Packages short of leads" className="mt-2 divide-y divide-line">
        {lines.map((line) => (
          <Short key={`${line.orderId} ${line.lineNumber}`} line={line} />
        ))}
      </ul>
    </Notice>
  )
}

function Short({ line }: { line: ShortLine }) {
  const [isAsked, setIsAsked] = useState(false)
  const { orderId, reference, tier, size, county, state, leads, missing, buyerName, buyerEmail, notedAt } = line
  const title = `${packageName({ tier, size })}, ${county}, ${state}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 last:pb-0">
      <div className="min-w-0">
        <Link
          to={paths.adminSection}
          params={{ section: 'orders' }}
          search={{ search: reference, open: orderId }}
          className="figures inline-flex min-h-9 items-center font-semibold text-accent underline underline-offset-2 compact:min-h-6"
        >
          {reference}
        </Link>
        <p>{title}</p>
        <p className="wrap-anywhere">
          {missing} of {formatPlural(leads, 'lead')} missing since {formatDateTime(notedAt)}
          {buyerName && (
            <>
              {' '}
              · <bdi>{buyerName}</bdi>
            </>
          )}
          {buyerEmail && `, ${buyerEmail}`}
        </p>
      </div>
      <Button size="small" onClick={() => setIsAsked(true)}>
        <span>
          Settle
          <span className="sr-only">
            : {reference}, {title}
          </span>
        </span>
      </Button>
      {isAsked && <SettleDialog line={line} title={title} onClose={() => setIsAsked(false)} />}
    </li>
  )
}

/** Asks how the missing leads were made up for. It is recorded, and the buyer gets no message. */
function SettleDialog({ line, title, onClose }: { line: ShortLine; title: string; onClose: () => void }) {
  const settle = useSettleShortfall(line)
  return (
    <TextDialog
      title={`Is ${line.reference} settled?`}
      label="How you made it up to the buyer"
      note="for the audit log"
      rows={3}
      complaint="Please say how, e.g. “Gave $10 back”."
      lengthMax={NOTE_MAX}
      confirmLabel="Yes, it is settled"
      cancelLabel="Not yet"
      isPending={settle.isPending}
      error={settle.error}
      onConfirm={(note) => settle.mutate(note, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {title}: {formatPlural(line.missing, 'lead')} missing. This does not refund anything. It only records that you
        did.
      </p>
    </TextDialog>
  )
}
