import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AttentionItem, AttentionKind, AttentionPart } from '#contract/admin/attention.ts'
import { useSendHeld } from '#web/features/admin/messages/message-data.ts'
import { formatClock, formatDateTime, formatTimeLeft } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { countText, manyWords, partTitle, useAttention, waitingOf } from './attention-data.ts'
import { RowAction } from './row-action.tsx'

/* What administrators do about waiting things. Separate from their names, which every page of the dashboard loads. */

/** What to do about a kind, and the words of the link to where it is done. */
const ATTENTION_ADVICE: Readonly<Record<AttentionKind, { advice: string; action: string }>> = {
  cash_app: {
    advice: 'Check Cash App for the money, then verify or reject the order. Orders you don’t verify expire.',
    action: 'Open the Cash App queue',
  },
  cash_app_links: {
    advice: 'Check Cash App for the money, then mark the payment request as paid before its link expires.',
    action: 'Show these links',
  },
  fulfilment: {
    advice: 'We promise buyers their leads within 24 hours of payment. The most urgent come first.',
    action: 'Open Fulfillment',
  },
  shortfalls: {
    advice: 'Owners opted out before delivery, and no other leads were left. Make it up to the buyer.',
    action: 'Open Fulfillment',
  },
  claims: {
    advice: 'A buyer says a lead is bad. If you don’t answer within two days, the claim is granted.',
    action: 'Answer claims',
  },
  disputes: {
    advice: 'A buyer’s bank is asking for evidence. If you don’t answer in time, you lose the money.',
    action: 'Answer disputes',
  },
  unknown_payments: {
    advice:
      'Paid at the card provider, but a restore lost the order. Refund it, or enter the order again with the buyer and mark it as settled.',
    action: 'Review refunds',
  },
  refunds: {
    advice: 'The card provider hasn’t accepted it yet. We keep retrying. See why it fails.',
    action: 'Review refunds',
  },
  links: {
    advice: 'A call may still save the sale. When a link expires, its packages go back on sale.',
    action: 'Show these links',
  },
  messages: {
    advice: 'Someone is waiting for this message. Try again, or fix the address or number and set it aside.',
    action: 'Open the message log',
  },
  held_messages: {
    advice:
      'They were waiting when the backup was restored, and may have been sent before. Send them all, or open the log and send some again.',
    action: 'Open the message log',
  },
  jobs: {
    advice: 'The store stopped trying. Fix the cause and run it again, or drop it.',
    action: 'Review jobs',
  },
  disk: {
    advice: 'When it is full, the store cannot sell. The runbook says what to do: docs/runbooks/alerts.md.',
    action: 'Review jobs',
  },
  backups: {
    advice: 'Until it is fixed, a lost disk may cost orders. The runbook says what to do: docs/runbooks/backups.md.',
    action: 'Review jobs',
  },
  log: {
    advice: 'Buyers get no new proofs until it is fixed. The runbook says what to do: docs/runbooks/log.md.',
    action: 'Review jobs',
  },
  low_stock: {
    advice: 'Stock that fell to 10 packages or fewer. Restock before it sells out.',
    action: 'Restock',
  },
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

interface AttentionLinkProps {
  kind: AttentionKind
  className: string
  children: ReactNode
}

/** Links to where something of a kind is handled. */
function AttentionLink({ kind, className, children }: AttentionLinkProps) {
  if (kind === 'links' || kind === 'cash_app_links')
    return (
      <Link
        to={paths.sales}
        search={{ tab: 'requests', ...(kind === 'links' ? { expiring: 'soon' } : { cashApp: 'chosen' }) }}
        className={className}
      >
        {children}
      </Link>
    )
  if (kind === 'low_stock')
    return (
      <Link to={paths.admin} search={{ tab: 'inventory', left: 'fallen' }} className={className}>
        {children}
      </Link>
    )
  return (
    <Link
      to={paths.adminSection}
      params={{ section: SECTIONS[kind] }}
      // Failures are listed with sent messages, including those waiting for their next try.
      search={kind === 'messages' || kind === 'held_messages' ? { status: 'failed' } : {}}
      className={className}
    >
      {children}
    </Link>
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
      {isPending && <LoadingParts />}
      {data && <Parts parts={data.parts} nowMs={Date.parse(data.now)} />}
    </div>
  )
}

function Parts({ parts, nowMs }: { parts: readonly AttentionPart[]; nowMs: number }) {
  const waiting = waitingOf(parts)
  const quiet = parts.filter(({ count }) => count === 0)
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
      {quiet.length > 0 && (
        <p className="text-sm text-muted">Nothing else: no {quiet.map(({ kind }) => manyWords(kind)).join(', no ')}.</p>
      )}
    </>
  )
}

function PartCard({ part, nowMs }: { part: AttentionPart; nowMs: number }) {
  const { advice, action } = ATTENTION_ADVICE[part.kind]
  const more = (part.count ?? 0) - part.items.length
  return (
    <Panel title={partTitle(part)} intro={advice}>
      <ul className="grid divide-y divide-line border-y border-line text-sm">
        {part.items.map((item) => (
          <li key={item.id} className="py-2">
            <Item kind={part.kind} item={item} nowMs={nowMs} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-xs text-muted">and {countText(more)} more</p>}
      <div className="mt-4 flex flex-wrap gap-2">
        {part.kind === 'held_messages' && <SendHeld />}
        <AttentionLink kind={part.kind} className={buttonClasses('plain')}>
          {action}
          <ArrowRight size={16} aria-hidden="true" />
        </AttentionLink>
      </div>
    </Panel>
  )
}

function SendHeld() {
  const send = useSendHeld()
  return (
    <Button aria-disabled={send.isPending || undefined} onClick={() => !send.isPending && send.mutate()}>
      {send.isPending ? 'Sending…' : 'Send them all'}
    </Button>
  )
}

interface ItemProps {
  kind: AttentionKind
  item: AttentionItem
  nowMs: number
}

function Item({ kind, item, nowMs }: ItemProps) {
  const { words, reference, note, at } = item
  const isAhead = at !== null && Date.parse(at) > nowMs
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        {reference === null ? (
          <span className="font-semibold wrap-anywhere">{words}</span>
        ) : (
          <Link
            to={paths.adminSection}
            params={{ section: 'orders' }}
            search={{ search: reference }}
            className="font-semibold wrap-anywhere text-accent hover:underline"
          >
            {words}
          </Link>
        )}
        <p className="line-clamp-2 text-muted wrap-anywhere">{note}</p>
      </div>
      <div className="grid shrink-0 justify-items-end gap-1">
        {at && (
          <span className={`figures text-xs/6 ${isAhead ? 'text-attention' : 'text-muted'}`}>
            {isAhead ? `ends ${formatTimeLeft(at, nowMs)}` : formatDateTime(at)}
          </span>
        )}
        <RowAction kind={kind} item={item} />
      </div>
    </div>
  )
}

function LoadingParts() {
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <LoadingWords>Checking what needs attention</LoadingWords>
      {['first', 'second'].map((place) => (
        <Skeleton key={place} className="h-52" />
      ))}
    </div>
  )
}
