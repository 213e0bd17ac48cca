import { REQUEST_EVENT_KINDS, type RequestEvent } from '#contract/links/request-events.ts'
import { EVENTS_KEY } from '#web/lib/member-data.ts'
import { readStored } from '#web/ui/storage.ts'

const KEPT_MAX = 5

/** What a member heard about their payment links in this window, newest first, and what of it is not read yet. */
export interface Heard {
  memberId: string
  /** By key: only what is not in it is news. */
  known: readonly string[]
  events: readonly RequestEvent[]
  unread: readonly string[]
}

export const keyOf = ({ kind, at, requestId }: RequestEvent): string => `${kind} ${at} ${requestId}`

/** Adds the news of a reply, if any. The first reply is none: it says what happened before the member was here. */
export function hear(heard: Heard | null, memberId: string, reply: readonly RequestEvent[]): Heard {
  const known = reply.map(keyOf)
  if (!heard) return { memberId, known, events: [], unread: [] }
  const news = reply.filter((event) => !heard.known.includes(keyOf(event)))
  if (news.length === 0) return heard
  const events = [...news, ...heard.events].slice(0, KEPT_MAX)
  const unread = [...news.map(keyOf), ...heard.unread]
  return { memberId, known, events, unread: events.map(keyOf).filter((key) => unread.includes(key)) }
}

/** Marks everything as read, or only what is about one request. */
export const markRead = (heard: Heard, requestId?: string): Heard => ({
  ...heard,
  unread: requestId ? heard.unread.filter((key) => !key.endsWith(` ${requestId}`)) : [],
})

/** What this member heard, also before a reload. Anyone may edit storage, so its shape is checked. */
export function readHeard(memberId: string, stored = readStored('session', EVENTS_KEY)): Heard | null {
  const { memberId: owner, known, events, unread } = Object(stored)
  if (owner !== memberId || ![known, unread].every(areTexts) || !Array.isArray(events)) return null
  const kept = events.filter(isEvent).slice(0, KEPT_MAX)
  return { memberId, known, events: kept, unread: kept.map(keyOf).filter((key) => unread.includes(key)) }
}

const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string')

function isEvent(value: unknown): value is RequestEvent {
  const { kind, at, requestId, token, customerName, customerPhone, total, detail } = Object(value)
  const texts = [at, requestId, token, customerName, total, customerPhone ?? '', detail ?? '']
  return REQUEST_EVENT_KINDS.includes(kind) && areTexts(texts) && !Number.isNaN(Date.parse(at))
}
