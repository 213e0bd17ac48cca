/** All SQL of messages. */
import { statement } from '#server/platform/database.ts'

/**
 * Writes a message and its job, once per message id: $1 message, $2 kind, $3 subject, $4 now. Runs in the transaction
 * that decided to tell.
 */
export const queueMessage = statement(
  'notifications.queue',
  `with written as (
     insert into messages (message_id, kind, subject_id, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning message_id
   )
   select job.id from written, lateral graphile_worker.add_job('send-message', json_build_object('messageId', message_id),
     job_key := 'message:' || message_id, max_attempts := 25) as job`,
)

export interface MessageRow {
  message_id: string
  kind: 'order_confirmation'
  subject_id: string
  state: 'waiting' | 'sent' | 'failed'
}

/** $1 message. */
export const findMessage = statement<MessageRow>(
  'notifications.find',
  'select message_id, kind, subject_id, state from messages where message_id = $1',
)

/** $1 message, $2 now. */
export const markSent = statement(
  'notifications.mark_sent',
  `update messages set state = 'sent', sent_at = $2, attempts = attempts + 1, last_error = null where message_id = $1`,
)

/** $1 message, $2 what the mail server said. */
export const markTried = statement(
  'notifications.mark_tried',
  `update messages set attempts = attempts + 1, last_error = $2 where message_id = $1 and state = 'waiting'`,
)

/** $1 message, $2 why. */
export const markFailed = statement(
  'notifications.mark_failed',
  `update messages set state = 'failed', last_error = $2 where message_id = $1`,
)
