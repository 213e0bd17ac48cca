import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AttentionItem, AttentionKind, AttentionPart } from '#contract/admin/attention.ts'
import { refundUnknownPayment, settleUnknownPayment } from '#contract/admin/job-screen.ts'
import { sendHeldMessages } from '#contract/admin/messages.ts'
import { PRESSED, useRetryJob, useRetryRefund } from '#web/features/admin/jobs/job-data.ts'
import { TOUCHED_PATHS, useResend } from '#web/features/admin/messages/message-data.ts'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { callApi } from '#web/lib/call-api.ts'
import { formatDateTime, formatPlural, formatTimeLeft } from '#web/lib/format.ts'
import { formatClock } from '#web/lib/format-late.ts'
import { useChange } from '#web/lib/use-change.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { countText, manyWords, partTitle, useAttention, waitingOf } from './attention-data.tsx'

/** What administrators do about waiting things. Separate from their names, which every page of the dashboard loads. */
const ADVICE: Readonly<Record<AttentionKind, string>> = {
  cash_app: 'Check Cash App for the money, then verify or reject the order. Orders you don’t verify expire.',
  cash_app_links: 'Check Cash App for the money, then mark the payment request as paid before its link expires.',
  fulfilment: 'We promise buyers their leads within 24 hours of payment. The most urgent come first.',
  shortfalls: 'Owners opted out before delivery, and no other leads were left. Make it up to the buyer.',
  claims: 'A buyer says a lead is bad. If you don’t answer within two days, the claim is granted.',
  disputes: 'A buyer’s bank is asking for evidence. If you don’t answer in time, you lose the money.',
  unknown_payments:
    'Paid at the card provider, but a restore lost the order. Refund it, or enter the order again with the buyer and mark it as settled.',
  refunds: 'The card provider hasn’t accepted it yet. We keep retrying. See why it fails.',
  links: 'A call may still save the sale. When a link expires, its packages go back on sale.',
  messages: 'Someone is waiting for this message. Try again, or fix the address or number and set it aside.',
  held_messages:
    'They were waiting when the backup was restored, and may have been sent before. Send them all, or open the log and send some again.',
  jobs: 'The store stopped trying. Fix the cause and run it again, or drop it.',
  disk: 'When it is full, the store cannot sell. The runbook says what to do: docs/runbooks/alerts.md.',
  backups: 'Until it is fixed, a lost disk may cost orders. The runbook says what to do: docs/runbooks/backups.md.',
  log: 'Buyers get no new proofs until it is fixed. The runbook says what to do: docs/runbooks/log.md.',
  low_stock: 'Stock that fell to 10 packages or fewer. Restock before it sells out.',
}

const SECTIONS = {
  cash_app: 'cash-app',
  fulfilment: 'fulfilment',
  shortfalls: 'fulfilment',
  claims: 'claims',
  disputes: 'disputes',
  unknown_payments: 'refunds',
  refunds: 'refunds',
  messages: 'messages',
  held_messages: 'messages',
  jobs: 'jobs',
  disk: 'jobs',
  backups: 'jobs',
  log: 'jobs',
} as const

const LINK_WORDS = {
  'cash-app': 'Open the Cash App queue',
  fulfilment: 'Open Fulfillment',
  claims: 'Answer claims',
  disputes: 'Answer disputes',
  refunds: 'Review refunds',
  messages: 'Open the message log',
  jobs: 'Review jobs',
} as const

const LOOK = buttonClasses('plain')
const SMALL_LOOK = buttonClasses('plain', 'small')

function AttentionLink({ kind }: { kind: AttentionKind }) {
  const worded = (words: string): ReactNode => (
    <>
      {words}
      <ArrowRight size={16} aria-hidden="true" />
    </>
  )
  if (kind === 'links' || kind === 'cash_app_links') {
    const queue = kind === 'links' ? { expiring: 'soon' } : { cashApp: 'chosen' }
    return (
      <Link to={paths.sales} search={{ tab: 'requests', ...queue }} className={LOOK}>
        {worded('Show these links')}
      </Link>
    )
  }
  if (kind === 'low_stock')
    return (
      <Link to={paths.admin} search={{ tab: 'inventory', left: 'fallen' }} className={LOOK}>
        {worded('Restock')}
      </Link>
    )
  const section = SECTIONS[kind]
  return (
    // Failures are listed with sent messages, including those waiting for their next try.
    <SectionLink section={section} search={section === 'messages' ? { status: 'failed' } : {}} className={LOOK}>
      {worded(LINK_WORDS[section])}
    </SectionLink>
  )
}

/** Everything that needs an administrator, each with a link to where they can act on it. */
export function AttentionView() {
  const query = useAttention()
  const { data, isPending, dataUpdatedAt } = query
  return (
    <div className="grid gap-4">
      <div>
        <h2 className="text-base font-semibold">Needs attention</h2>
        <p className="mt-1 text-sm text-muted">
          Work that needs someone, most urgent first. Updates every 30 seconds
          {dataUpdatedAt > 0 && `, last at ${formatClock(dataUpdatedAt)}`}.
        </p>
      </div>
      <ListTrouble list={query} title="We couldn’t load what needs attention" />
      {isPending && <Loading words="Checking what needs attention" height="h-52" count={2} />}
      {data && <Parts parts={data.parts} nowMs={Date.parse(data.now)} />}
    </div>
  )
}

function Parts({ parts, nowMs }: { parts: readonly AttentionPart[]; nowMs: number }) {
  const waiting = waitingOf(parts)
  const unread = parts.filter(({ count }) => count === null)
  if (waiting.length === 0 && unread.length === 0)
    return (
      <EmptyState title="You’re all caught up">
        Cash App orders to verify, disputes, failed refunds and messages, failed jobs, links about to expire and low
        stock all show up here.
      </EmptyState>
    )
  return (
    <>
      {unread.map(({ kind }) => (
        <Notice key={kind} tone="danger" title={`Unavailable: ${manyWords(kind)}`}>
          We couldn’t load this part. The rest is up to date, and we keep trying.
        </Notice>
      ))}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {waiting.map((part) => (
          <PartCard key={part.kind} part={part} nowMs={nowMs} />
        ))}
      </div>
    </>
  )
}

function PartCard({ part, nowMs }: { part: AttentionPart; nowMs: number }) {
  const { kind, items, count } = part
  const more = (count ?? 0) - items.length
  return (
    <Panel title={partTitle(part)} intro={ADVICE[kind]}>
      <ul className="grid divide-y divide-line border-y border-line text-sm">
        {items.map((item) => (
          <li key={item.id} className="flex items-start justify-between gap-4 py-2">
            <ItemWords item={item} />
            <div className="grid shrink-0 justify-items-end gap-1">
              {item.at && <ItemTime at={item.at} nowMs={nowMs} />}
              <RowAction kind={kind} item={item} />
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-xs text-muted">and {countText(more)} more</p>}
      <div className="mt-4 flex flex-wrap gap-2">
        {kind === 'held_messages' && <SendHeld />}
        <AttentionLink kind={kind} />
      </div>
    </Panel>
  )
}

function SendHeld() {
  const send = useChange({
    affects: TOUCHED_PATHS,
    send: () => callApi(sendHeldMessages),
    toast: ({ sent }) => ({ title: 'On their way', description: `Sending ${formatPlural(sent, 'held message')}.` }),
    failed: 'Not sent',
  })
  return (
    <Button isBusy={send.isPending} onClick={() => send.mutate()}>
      {send.isPending ? 'Sending…' : 'Send them all'}
    </Button>
  )
}

const ItemWords = ({ item: { words, reference, note } }: { item: AttentionItem }) => (
  <div className="min-w-0">
    {reference === null ? (
      <span className="font-semibold wrap-anywhere">{words}</span>
    ) : (
      <SectionLink
        section="orders"
        search={{ search: reference }}
        className="font-semibold wrap-anywhere text-accent hover:underline"
      >
        {words}
      </SectionLink>
    )}
    <p className="line-clamp-2 text-muted wrap-anywhere">{note}</p>
  </div>
)

function ItemTime({ at, nowMs }: { at: string; nowMs: number }) {
  const isAhead = Date.parse(at) > nowMs
  return (
    <span className={`figures text-xs/6 ${isAhead ? 'text-attention' : 'text-muted'}`}>
      {isAhead ? `ends ${formatTimeLeft(at, nowMs)}` : formatDateTime(at)}
    </span>
  )
}

/**
 * What to do about one thing that needs attention: a button if one press is enough, otherwise a link to where it is
 * decided.
 */
function RowAction({ kind, item }: { kind: AttentionKind; item: AttentionItem }) {
  const { id, words, reference } = item
  const retryRefund = useRetryRefund()
  const retryJob = useRetryJob()
  const resend = useResend()
  const about = <span className="sr-only"> for {words}</span>
  switch (kind) {
    case 'refunds':
      return <Press words={words} isBusy={retryRefund.isPending} onPress={() => retryRefund.mutate({ id })} />
    case 'unknown_payments':
      return <DecideUnknown id={id} words={words} />
    case 'jobs':
      return <Press words={words} isBusy={retryJob.isPending} onPress={() => retryJob.mutate({ id })} />
    case 'messages': {
      const handlePress = () => resend.mutate({ id, state: 'failed', attempts: 0 })
      return <Press words={words} isBusy={resend.isPending} onPress={handlePress} />
    }
    case 'cash_app':
      return (
        <SectionLink section="cash-app" className={SMALL_LOOK}>
          Verify{about}
        </SectionLink>
      )
    case 'disputes':
      return (
        <SectionLink section="disputes" search={{ open: id }} className={SMALL_LOOK}>
          Answer{about}
        </SectionLink>
      )
    case 'links':
    case 'cash_app_links':
      return (
        <Link
          to={paths.sales}
          search={{ tab: 'requests', ...(reference && { search: reference }) }}
          className={SMALL_LOOK}
        >
          Open link{about}
        </Link>
      )
    default:
      return null
  }
}

const QUESTIONS = {
  settle: {
    title: 'Keep',
    confirmLabel: 'Mark as settled',
    pendingLabel: 'Saving…',
    words:
      'Do this once you have entered the order again with the buyer. Nothing is refunded, and the payment leaves this list.',
  },
  refund: {
    title: 'Refund',
    confirmLabel: 'Refund it all',
    pendingLabel: 'Refunding…',
    words:
      'The restored store does not know this order, so nothing of it is delivered. All of the money goes back the way it came, and that cannot be undone.',
  },
} as const

/** A refund cannot be stopped, and a settled payment is not shown again, so this asks first. */
function DecideUnknown({ id, words }: { id: string; words: string }) {
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null)
  const refund = useChange({
    ...PRESSED,
    send: () => callApi(refundUnknownPayment, { params: { paymentId: id } }),
    toast: () => ({
      title: 'Refund requested',
      description: 'If the card provider refuses it, it shows up here again.',
    }),
  })
  const settle = useChange({
    ...PRESSED,
    send: () => callApi(settleUnknownPayment, { params: { paymentId: id } }),
    toast: () => ({ title: 'Marked as settled', description: 'The buyer keeps the order, you keep the money.' }),
  })
  const act = asked === 'refund' ? refund : settle
  const close = () => setAsked(null)
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2">
        <Press words={words} label="Settled" isBusy={settle.isPending} onPress={() => setAsked('settle')} />
        <Press words={words} label="Refund" isBusy={refund.isPending} onPress={() => setAsked('refund')} />
      </div>
      {asked && (
        <ConfirmDialog
          title={`${QUESTIONS[asked].title} ${words}?`}
          confirmLabel={QUESTIONS[asked].confirmLabel}
          pendingLabel={QUESTIONS[asked].pendingLabel}
          isPending={act.isPending}
          onConfirm={() => act.mutate(undefined, { onSettled: close })}
          onClose={close}
        >
          <p>{QUESTIONS[asked].words}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

type PressProps = { words: string; label?: string; isBusy: boolean; onPress: () => void }

const Press = ({ words, label = 'Try again', isBusy, onPress }: PressProps) => (
  <Button size="small" about={` for ${words}`} isBusy={isBusy} onClick={onPress}>
    {isBusy ? 'Trying…' : label}
  </Button>
)
