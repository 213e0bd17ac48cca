import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
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
import { ATTENTION_ADVICE } from './attention-advice.ts'
import { useAttention } from './attention-data.ts'
import { AttentionLink } from './attention-link.tsx'
import { countText, manyWords, partTitle, waitingOf } from './attention-words.ts'
import { RowAction } from './row-action.tsx'

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
