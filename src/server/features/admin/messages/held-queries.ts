/** SQL for messages that are held after a restore. */
import { ATTENTION_COUNT_MAX } from '#contract/admin/attention.ts'
import { statement } from '#server/platform/statement.ts'

/** What the message log shows, and by which they are known. No try is counted, so they do not count as failures. */
const HELD = 'Held after the restore of a backup: it may have been sent before.'

const IS_HELD = `m.state = 'failed' and m.attempts = 0 and m.last_error = '${HELD}' and m.dismissed_at is null`

/** Holds what waits, in one statement: a restored store does nothing before. */
export const holdWaiting = statement<{ now: Date }, { message_id: string }>(
  'notifications.hold_waiting',
  `update messages set state = 'failed', attempts = 0, last_error = '${HELD}', queued_at = coalesce(queued_at, $now), claimed_until = null
   where state = 'waiting' and sent_at is null returning message_id`,
)

export interface HeldRow {
  message_id: string
  kind: string
  sent_to: string | null
  created_at: Date
  held: number
}

/** Lists held messages, the newest few with how many there are (as far as attention counts). */
export const listHeld = statement<{ kinds: readonly string[]; limit: number }, HeldRow>(
  'notifications.list_held',
  `with held as materialized (
     select found.* from unnest($kinds::text[]) as kind cross join lateral (
       select m.message_id, m.kind, m.sent_to, m.created_at from messages m where m.kind = kind.kind and ${IS_HELD}
       order by m.created_at desc limit ${ATTENTION_COUNT_MAX + 1}) found order by found.created_at desc limit ${ATTENTION_COUNT_MAX + 1}
   )
   select h.*, (select count(*)::int from held) as held from held h order by h.created_at desc limit $limit`,
)

/** Lets held messages wait again: they are queued as new ones are, oldest first. */
export const releaseHeld = statement<{ kinds: readonly string[]; limit: number }, { message_id: string }>(
  'notifications.release_held',
  `update messages set state = 'waiting', last_error = null, queued_at = null where message_id = any(array(
     select found.message_id from unnest($kinds::text[]) as kind cross join lateral (
       select m.message_id, m.created_at from messages m where m.kind = kind.kind and ${IS_HELD} order by m.created_at limit $limit for update skip locked) found
     order by found.created_at limit $limit))
   returning message_id`,
)
