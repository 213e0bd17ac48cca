/** Writes what the log will say: about delivered leads, and texts that the store publishes once and cannot change. */
import { createHmac } from 'node:crypto'
import { leadSheet } from '#contract/delivery/lead-sheet.ts'
import { toBase64 } from '#proof/bytes.ts'
import { type Committed, commit } from '#proof/entries.ts'
import type { ClaimListener } from '#server/features/claims/claim-listeners.ts'
import type { HandoverListener } from '#server/features/delivery/hand-over.ts'
import { placeOf } from '#server/features/delivery/make-files.ts'
import { normalizeAddress } from '#server/features/stock/normalize-address.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { type NewSlotRow, takeSlots, writeLogLeads } from './queries.ts'
import type { LogLeadDetails } from './tables.ts'

export const writeStatement = statement('proof.write_statement')`
  insert into log_statements (kind, text) values ($kind, $text) on conflict (kind) do nothing`

/** The statement of a kind, with the log that has it. */
export const findSaid = statement('proof.find_said')`
  select s.text, s.log_no, s.log_index::text as log_index, l.verifier_key, l.published
  from log_statements s left join logs l using (log_no) where s.kind = $kind`.as<{ log_index: string | null }>()

export const GROW_JOB = 'grow-log'

/** Writes a statement of a kind once, in the transaction of its cause; it waits for the log, if there is one. */
export async function sayInLog(ctx: PlatformContext, tx: Transaction, statement: { kind: string; text: string }) {
  if (!ctx.config.logKeysFile) return
  await tx.run(writeStatement, statement)
  await enqueue(tx, GROW_JOB, {}, { key: GROW_JOB })
}

/** The cells of a delivered row that are not empty, as `[column, text]`. */
function rowOf(ctx: PlatformContext, lead: NewSlotRow): [string, string][] {
  const [header = [], row = []] = leadSheet([lead], placeOf(ctx, lead))
  return header.flatMap((column, at): [string, string][] => {
    const cell = row[at]
    return cell === null || cell === undefined || cell === '' ? [] : [[String(column), String(cell)]]
  })
}

/** Looks random to everyone else, and is the same however often a lead is recorded. */
const saltOf = (ctx: PlatformContext, orderId: string, leadId: string): Buffer =>
  createHmac('sha256', ctx.secrets.fingerprints).update(`log-salt\0${orderId}\0${leadId}`).digest()

function recordOf(ctx: PlatformContext, orderId: string, lead: NewSlotRow) {
  const address = normalizeAddress(lead)
  if (address === null) {
    // Imports refuse such an address, and a lead without an address could not be recognized in the log.
    ctx.log.error({ orderId, leadId: lead.lead_id }, 'a delivered lead has no address for the log')
    return []
  }
  const committed: Committed = {
    salt: saltOf(ctx, orderId, lead.lead_id),
    orderLine: `${lead.reference}-${lead.line_number}`,
    buyer: lead.email?.toLowerCase() ?? '',
    row: rowOf(ctx, lead),
  }
  const details: LogLeadDetails = { ...committed, salt: toBase64(committed.salt), address }
  return [{ lead, commitment: Buffer.from(commit(committed)), details: JSON.stringify(details) }]
}

/** Records the leads of an order that were delivered and have no slot yet. The caller has locked the order. */
async function recordDelivered(ctx: PlatformContext, tx: Transaction, orderId: string): Promise<void> {
  if (!ctx.config.logKeysFile) return
  const now = ctx.clock.now()
  const fresh = await tx.run(takeSlots, { orderId, year: now.getUTCFullYear() })
  const records = fresh.flatMap((lead) => recordOf(ctx, orderId, lead))
  if (records.length === 0) return
  await tx.run(writeLogLeads, {
    orderId,
    leadIds: records.map(({ lead }) => lead.lead_id),
    lineNumbers: records.map(({ lead }) => lead.line_number),
    generations: records.map(({ lead }) => lead.generation),
    years: records.map(({ lead }) => lead.year),
    slots: records.map(({ lead }) => lead.slot),
    caps: records.map(({ lead }) => lead.cap),
    commitments: records.map(({ commitment }) => commitment),
    details: records.map(({ details }) => details),
    now,
  })
  await enqueue(tx, GROW_JOB, {}, { key: GROW_JOB })
}

export const recordHandover: HandoverListener = async (ctx, tx, { orderId, holdIds }) => {
  if (holdIds.length > 0) await recordDelivered(ctx, tx, orderId)
}

export const recordReplacements: ClaimListener = (ctx, tx, { orderId }) => recordDelivered(ctx, tx, orderId)
