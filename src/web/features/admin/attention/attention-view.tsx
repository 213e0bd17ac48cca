import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  ATTENTION_COUNT_MAX,
  type AttentionItem,
  type AttentionKind,
  type AttentionPart,
  getAttention,
} from '#contract/admin/attention.ts'
import { refundUnknownPayment, settleUnknownPayment } from '#contract/admin/job-screen.ts'
import { sendHeldMessages } from '#contract/admin/messages.ts'
import type { AdminSection } from '#contract/admin/page-names.ts'
import { listPaymentRequests, resendPaymentRequest } from '#contract/links/payment-requests.ts'
import type { PaymentRequestId } from '#contract/values.ts'
import { PRESSED, useRetryJob, useRetryRefund } from '#web/features/admin/jobs/job-data.ts'
import { TOUCHED_PATHS, useResend } from '#web/features/admin/messages/message-data.ts'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { callApi } from '#web/lib/call-api.ts'
import { formatDate, formatDateTime, formatDollars, formatPlural, formatTimeLeft } from '#web/lib/format.ts'
import { useChange } from '#web/lib/use-change.ts'
import { paths, type TeamSearch } from '#web/paths.ts'
import { Button, type ButtonLook, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ListTrouble } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useAttention, waitingOf } from './attention-data.tsx'

interface KindFacts {
  /** `packages to deliver`. */
  many: string
  /** What is to be done, at the start of a line. */
  todo: string
  /** What to do about a kind that is rare enough to be explained. */
  advice?: string
  /** Whether its time is a deadline. The time of the others is when they went wrong. */
  hasDeadline?: true
  /** Where the rest is listed. Null: a list of Inventory Control. */
  queue: { section: AdminSection; search?: TeamSearch } | null
}

const CASH_APP = { todo: 'Confirm Cash App', hasDeadline: true, queue: { section: 'cash-app' } } as const
const KINDS: Readonly<Record<AttentionKind, KindFacts>> = {
  cash_app: { many: 'Cash App orders to verify', ...CASH_APP },
  cash_app_links: { many: 'payment links to verify in Cash App', ...CASH_APP },
  fulfilment: { many: 'orders to deliver', todo: 'Deliver', hasDeadline: true, queue: { section: 'fulfilment' } },
  shortfalls: {
    many: 'packages short of leads',
    todo: 'Short of leads',
    advice: 'Make it up to the buyer, who was told.',
    queue: { section: 'fulfilment' },
  },
  claims: { many: 'claims to answer', todo: 'Answer a claim', hasDeadline: true, queue: { section: 'claims' } },
  disputes: { many: 'disputes to answer', todo: 'Answer a dispute', hasDeadline: true, queue: { section: 'disputes' } },
  unknown_payments: {
    many: 'card payments without an order',
    todo: 'Payment without an order',
    advice: 'A restore lost its order: refund it, or enter the order again and keep the money.',
    queue: { section: 'refunds' },
  },
  refunds: { many: 'failed refunds', todo: 'Refund failed', queue: { section: 'refunds' } },
  links: {
    many: 'payment links expiring within 2 hours',
    todo: 'Link expires',
    hasDeadline: true,
    queue: { section: 'links', search: { expiring: 'soon' } },
  },
  messages: {
    many: 'undelivered messages',
    todo: 'Not delivered',
    queue: { section: 'messages', search: { status: 'failed' } },
  },
  held_messages: {
    many: 'messages held after the restore',
    todo: 'Held after the restore',
    advice: 'It waited when the backup was restored.',
    queue: { section: 'messages', search: { status: 'failed' } },
  },
  jobs: { many: 'failed background jobs', todo: 'Job failed', queue: { section: 'jobs' } },
  disk: {
    many: 'disks that are almost full',
    todo: 'Disk almost full',
    advice: 'When it is full, the store cannot sell: docs/runbooks/alerts.md.',
    queue: { section: 'jobs' },
  },
  backups: {
    many: 'problems with backups',
    todo: 'Backup',
    advice: 'A lost disk may cost orders: docs/runbooks/backups.md.',
    queue: { section: 'jobs' },
  },
  log: {
    many: 'problems with the public log',
    todo: 'Public log',
    advice: 'Buyers get no new proofs: docs/runbooks/log.md.',
    queue: { section: 'jobs' },
  },
  low_stock: { many: 'low-stock alerts', todo: 'Low stock', queue: null },
}

/** `7 orders to deliver`; `99+` above the maximum count. */
const partTitle = ({ kind, count }: Pick<AttentionPart, 'kind' | 'count'>): string =>
  `${(count ?? 0) > ATTENTION_COUNT_MAX ? `${ATTENTION_COUNT_MAX}+` : count} ${KINDS[kind].many}`

const SMALL_LOOK = buttonClasses('quiet', 'small')

function QueueLink({ kind, children }: { kind: AttentionKind; children: ReactNode }) {
  const queue = KINDS[kind].queue
  return queue ? (
    <SectionLink {...queue} className={SMALL_LOOK}>
      {children}
    </SectionLink>
  ) : (
    <Link to={paths.admin} search={{ tab: 'inventory', left: 'fallen' }} className={SMALL_LOOK}>
      {children}
    </Link>
  )
}

/** What opens over the page, from other features; `transfer`: the Cash App money of a payment link. */
export type Overlay = 'order' | 'dispute' | 'claim' | 'transfer'

type AttentionViewProps = { onOpen: (what: Overlay, id: string) => void }

/** Everything that needs an administrator in one list, by deadline, each with what to do about it. */
export function AttentionView(props: AttentionViewProps) {
  const query = useAttention()
  const { data, isPending } = query
  return (
    <section aria-labelledby="needs-attention" className="grid gap-3">
      <h2 id="needs-attention" className="text-base font-semibold">
        Needs attention
      </h2>
      <ListTrouble list={query} title="We couldn’t load what needs attention" />
      {isPending && <Loading words="Checking what needs attention" height="h-52" />}
      {data && <Work parts={data.parts} nowMs={Date.parse(data.now)} {...props} />}
    </section>
  )
}

function Work({ parts, nowMs, ...props }: AttentionViewProps & { parts: readonly AttentionPart[]; nowMs: number }) {
  const waiting = waitingOf(parts)
  const unread = parts.filter(({ count }) => count === null)
  if (waiting.length === 0 && unread.length === 0)
    return (
      <EmptyState title="You’re all caught up">Whatever needs someone shows up here, most urgent first.</EmptyState>
    )
  const rows = byDeadline(waiting)
  // The one filled button: what is due first, and may be done.
  const next = rows.find(({ item }) => !item.isDisputed)?.item
  const rest = waiting.filter(({ count, items }) => (count ?? 0) > items.length)
  return (
    <>
      {unread.map(({ kind }) => (
        <Notice key={kind} tone="danger" title={`Unavailable: ${KINDS[kind].many}`}>
          We couldn’t load this part. The rest is up to date, and we keep trying.
        </Notice>
      ))}
      <ul
        aria-labelledby="needs-attention"
        className="rounded-md border border-line bg-surface text-sm lg:grid lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto_auto]"
      >
        {rows.map(({ kind, item, isFirst }) => (
          <li key={`${kind} ${item.id}`} className={ROW}>
            <ItemTime kind={kind} at={item.at} nowMs={nowMs} />
            <p className="min-w-0 max-lg:col-start-1 lg:truncate">
              <span className="font-semibold wrap-anywhere">{titleOf(kind, item)}</span>{' '}
              {item.reference && (
                <span className="figures inline-block whitespace-nowrap text-muted">{item.reference}</span>
              )}
            </p>
            <p
              className="min-w-0 text-muted wrap-anywhere max-lg:col-start-1 lg:truncate"
              title={item.note ?? undefined}
            >
              {[item.who, item.note, KINDS[kind].advice].filter(Boolean).join(' · ')}
            </p>
            <span className="figures text-right max-lg:col-start-2 max-lg:row-start-1">
              {item.amount !== null && formatDollars(item.amount)}
            </span>
            <div className="flex justify-end gap-1 max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-2">
              <RowAction {...{ kind, item, isFirst, ...props }} look={item === next ? 'primary' : 'quiet'} />
            </div>
          </li>
        ))}
        {rest.map((part) => (
          <li key={part.kind} className={ROW}>
            <p className="col-start-1 text-muted lg:col-span-3 lg:col-start-2">{partTitle(part)} in all</p>
            <div className="text-right">
              <QueueLink kind={part.kind}>Show all</QueueLink>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** On a wide screen, a line of the list's columns; on a narrow one, time and amount above what and who. */
const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-3 py-2 not-first:border-t not-first:border-line lg:col-span-full lg:grid-cols-subgrid'

/** `Deliver 3 packages`, `Job failed: check-refunds`; only what to do if it is about a whole order. */
function titleOf(kind: AttentionKind, { words, reference, isDisputed }: AttentionItem): string {
  if (isDisputed) return `Disputed: hold delivery of ${words}`
  const { todo } = KINDS[kind]
  return words === reference ? todo : `${todo}${/^\d/.test(words) ? '' : ':'} ${words}`
}

interface Row {
  kind: AttentionKind
  item: AttentionItem
  /** Of its kind, so one button for all of them stands once. */
  isFirst: boolean
}

/** Deadlines first, the nearest on top; then what went wrong, in the order of its kinds. */
function byDeadline(parts: readonly AttentionPart[]): Row[] {
  const all = parts.flatMap(({ kind, items }) => items.map((item, index) => ({ kind, item, isFirst: index === 0 })))
  const due = ({ kind, item }: Row) =>
    KINDS[kind].hasDeadline && item.at ? Date.parse(item.at) : Number.POSITIVE_INFINITY
  // Two without a deadline keep their order: their difference is not a number.
  return all.toSorted((a, b) => due(a) - due(b) || 0)
}

function SendHeld({ look }: { look: ButtonLook }) {
  const send = useChange({
    affects: TOUCHED_PATHS,
    send: () => callApi(sendHeldMessages),
    toast: ({ sent }) => ({ title: 'On their way', description: `Sending ${formatPlural(sent, 'held message')}.` }),
    failed: 'Not sent',
  })
  return (
    <Button size="small" look={look} isBusy={send.isPending} onClick={() => send.mutate()}>
      {send.isPending ? 'Sending…' : 'Send them all'}
    </Button>
  )
}

/** From when on a deadline is colored. */
const SOON_MS = 4 * 60 * 60 * 1000
function ItemTime({ kind, at, nowMs }: { kind: AttentionKind; at: string | null; nowMs: number }) {
  if (!at) return <span className="max-lg:hidden" />
  const isLate = KINDS[kind].hasDeadline && Date.parse(at) <= nowMs
  const isSoon = KINDS[kind].hasDeadline && Date.parse(at) <= nowMs + SOON_MS
  const words = KINDS[kind].hasDeadline ? (isLate ? 'late' : formatTimeLeft(at, nowMs)) : `since ${formatDate(at)}`
  return (
    <time
      dateTime={at}
      title={formatDateTime(at)}
      className={classes(
        'figures text-xs',
        isLate ? 'font-semibold text-danger' : isSoon ? 'text-attention' : 'text-muted',
      )}
    >
      {words}
    </time>
  )
}

/** Kinds that are done over this page: the word on the button, and what it opens. */
const OPENED: Partial<Record<AttentionKind, readonly [label: string, what: Overlay]>> = {
  cash_app: ['Confirm', 'order'],
  fulfilment: ['Deliver', 'order'],
  shortfalls: ['Open order', 'order'],
  disputes: ['Answer', 'dispute'],
  claims: ['Answer', 'claim'],
  cash_app_links: ['Confirm', 'transfer'],
}

type RowActionProps = Pick<AttentionViewProps, 'onOpen'> & Row & { look: ButtonLook }

/** What to do about one thing, there and then: a press, or what opens over the page. */
function RowAction({ kind, item, isFirst, look, onOpen }: RowActionProps) {
  const { id, reference } = item
  const press = { look, words: [item.words, item.words !== reference && reference].filter(Boolean).join(' of ') }
  const retryRefund = useRetryRefund()
  const retryJob = useRetryJob()
  const resend = useResend()
  const resendLink = useResendLink()
  const about = <span className="sr-only"> for {press.words}</span>
  // Several of one order are told apart by what follows.
  const opened = item.isDisputed ? OPENED.shortfalls : OPENED[kind]
  if (opened)
    return (
      <Press
        {...press}
        label={opened[0]}
        onPress={() => onOpen(opened[1], opened[1] === 'order' ? (id.split('.')[0] ?? id) : id)}
      />
    )
  switch (kind) {
    case 'refunds':
      return <Press {...press} isBusy={retryRefund.isPending} onPress={() => retryRefund.mutate({ id })} />
    case 'unknown_payments':
      return <DecideUnknown id={id} {...press} />
    case 'jobs':
      return <Press {...press} isBusy={retryJob.isPending} onPress={() => retryJob.mutate({ id })} />
    case 'messages': {
      const handlePress = () => resend.mutate({ id, state: 'failed', attempts: 0 })
      return <Press {...press} isBusy={resend.isPending} onPress={handlePress} />
    }
    case 'held_messages':
      return isFirst && <SendHeld look={look} />
    case 'links':
      return (
        <>
          <Press
            {...press}
            label="Resend"
            isBusy={resendLink.isPending}
            onPress={() => resendLink.mutate(id as PaymentRequestId)}
          />
          <SectionLink section="links" search={reference ? { search: reference } : {}} className={SMALL_LOOK}>
            Open{about}
          </SectionLink>
        </>
      )
    default:
      return (
        <QueueLink kind={kind}>
          {kind === 'low_stock' ? 'Restock' : 'Show'}
          {about}
        </QueueLink>
      )
  }
}

const useResendLink = () =>
  useChange({
    affects: [getAttention.path, listPaymentRequests.path],
    send: (paymentRequestId: PaymentRequestId) =>
      callApi(resendPaymentRequest, { params: { paymentRequestId }, body: {} }),
    toast: ({ customerEmail }) => ({
      title: 'Payment Request Sent',
      description: `A new link goes to ${customerEmail}.`,
    }),
    failed: 'Not sent',
  })

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
function DecideUnknown({ id, words, look }: { id: string; words: string; look: ButtonLook }) {
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
        <Press words={words} look="quiet" label="Settled" onPress={() => setAsked('settle')} />
        <Press words={words} look={look} label="Refund" onPress={() => setAsked('refund')} />
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

type PressProps = { words: string; look: ButtonLook; label?: string; isBusy?: boolean; onPress: () => void }

const Press = ({ words, look, label = 'Try again', isBusy = false, onPress }: PressProps) => (
  <Button size="small" look={look} about={` for ${words}`} isBusy={isBusy} onClick={onPress}>
    {isBusy ? 'Trying…' : label}
  </Button>
)
