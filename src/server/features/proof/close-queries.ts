/** SQL that closes a log and opens the next one. Its caller holds the advisory lock of the log. */
import { type NoParameters, statement } from '#server/platform/statement.ts'
import { LOG, type LogRow } from './queries.ts'

export const listOrigins = statement<NoParameters, { origin: string }>('proof.list_origins', 'select origin from logs')

/** Closes a log and cuts it back to its signed part. */
export const closeLog = statement<{ logNo: number; size: number; root: Buffer; now: Date }, { log_no: number }>(
  'proof.close_log',
  `update logs set closed_at = $now, size = $size, root = $root, published_size = $size, problem = null
   where log_no = $logNo and closed_at is null returning log_no`,
)

/** Puts leads back in line that the closed log can no longer prove. They keep their order. */
export const letUnprovenWait = statement<{ logNo: number }, { rows: number }>(
  'proof.let_unproven_wait',
  `with waiting as (
     update log_leads set log_no = null, log_index = null, label_proof = null
     where log_no = $logNo and details is not null returning 1
   ) select count(*)::int as rows from waiting`,
)

/**
 * Puts proven leads back in line; what a proof covers is in the proof. This is for a log with other label keys, under
 * which no one could see that their slots are taken.
 */
export const letProvenWait = statement<{ since: Date }, { rows: number }>(
  'proof.let_proven_wait',
  `with waiting as (
     update log_leads set log_no = null, log_index = null, proof = null, proven_at = null,
       details = convert_from(decode(substring(proof from '\\nextra ([A-Za-z0-9+/=]+)\\n'), 'base64'), 'utf8')::jsonb
     where proof is not null and recorded_at >= $since returning 1
   ) select count(*)::int as rows from waiting`,
)

/** Puts statements back in line that the closed log has not published: those from `size` on. */
export const letStatementsWait = statement<{ logNo: number; size: number }>(
  'proof.let_statements_wait',
  `with dropped as (
     delete from log_statements where (kind like 'keys %' or kind like 'day %') and (log_index is null or log_no = $logNo and log_index >= $size)
   )
   update log_statements set log_no = null, log_index = null
   where log_no = $logNo and log_index >= $size and kind not like 'keys %' and kind not like 'day %'`,
)

/** The log that is served under a path, such as `/log/2`. */
export const findLogAt = statement<{ path: string }, LogRow>(
  'proof.find_log_at',
  `select ${LOG} from logs where substring(origin from position('/' in origin)) = $path`,
)
