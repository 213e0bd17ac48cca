import { useQuery } from '@tanstack/react-query'
import { ATTENTION_COUNT_MAX, type AttentionKind, type AttentionPart, getAttention } from '#contract/admin/attention.ts'
import { query } from '#web/lib/call-api.ts'

/** For one thing, and for more. */
const NAMES: Readonly<Record<AttentionKind, readonly [one: string, many: string]>> = {
  cash_app: ['Cash App order to verify', 'Cash App orders to verify'],
  cash_app_links: ['payment link to verify in Cash App', 'payment links to verify in Cash App'],
  fulfilment: ['package to deliver', 'packages to deliver'],
  shortfalls: ['package short of leads', 'packages short of leads'],
  claims: ['claim to answer', 'claims to answer'],
  disputes: ['dispute to answer', 'disputes to answer'],
  unknown_payments: ['card payment without an order', 'card payments without an order'],
  refunds: ['failed refund', 'failed refunds'],
  links: ['payment link expiring within 2 hours', 'payment links expiring within 2 hours'],
  messages: ['undelivered message', 'undelivered messages'],
  held_messages: ['message held after the restore', 'messages held after the restore'],
  jobs: ['failed background job', 'failed background jobs'],
  disk: ['disk that is almost full', 'disks that are almost full'],
  backups: ['problem with backups', 'problems with backups'],
  log: ['problem with the public log', 'problems with the public log'],
  low_stock: ['low-stock alert', 'low-stock alerts'],
}

/** `packages to deliver`. */
export const manyWords = (kind: AttentionKind): string => NAMES[kind][1]

/** `99+` above the maximum count. */
export const countText = (count: number): string =>
  count > ATTENTION_COUNT_MAX ? `${ATTENTION_COUNT_MAX}+` : `${count}`

/** `2 cash-app orders to verify`. */
export function partTitle({ kind, count }: Pick<AttentionPart, 'kind' | 'count'>): string {
  const [one, many] = NAMES[kind]
  return `${countText(count ?? 0)} ${count === 1 ? one : many}`
}

/** What is waiting, as far as it could be loaded. */
export const waitingOf = (parts: readonly AttentionPart[]): AttentionPart[] => parts.filter(({ count }) => count)
const WATCH_MS = 30_000

/** Reads what needs attention every 30 s; all readers on a page share one reply. */
export const useAttention = () =>
  useQuery({ ...query(getAttention), staleTime: WATCH_MS, refetchInterval: WATCH_MS, refetchOnWindowFocus: true })

/** Shows how many kinds of things need attention, next to the link; nothing if there are none. */
export function AttentionBadge() {
  const { data } = useAttention()
  const count = waitingOf(data?.parts ?? []).length
  if (count === 0) return null
  return (
    <span className="figures grid min-w-5 place-items-center rounded-full bg-attention px-1.5 text-xs/5 font-semibold text-paper">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
