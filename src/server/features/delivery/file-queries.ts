/** SQL for what buyers paid for: leads of an order, and the files made from them. Personal data: never logged. */
import type { DeliveryFormat } from '#contract/delivery/delivery.ts'
import { statement } from '#server/platform/statement.ts'
import { ORDERED_LEAD, type OrderedLeadRow } from './ordered-lead.ts'

/**
 * Locks the leads that the order `orderId` owns through the hold `holdId` until the transaction ends; an opt-out waits
 * for it.
 */
export const lockOrderedLeads = statement<{ orderId: string; holdId: string }>(
  'delivery.lock_leads',
  `select from order_leads where order_id = $orderId and hold_id = $holdId and returned_at is null order by lead_id for share`,
)

/** Lists the leads that the order `orderId` owns through the hold `holdId`, freshest first, without replaced ones. */
export const listOrderedLeads = statement<{ orderId: string; holdId: string }, OrderedLeadRow>(
  'delivery.list_leads',
  `select ${ORDERED_LEAD}
   from order_leads o join leads l on l.lead_id = o.lead_id left join lead_details d on d.lead_id = o.lead_id
   where o.order_id = $orderId and o.hold_id = $holdId and o.returned_at is null
     and not exists (select from order_leads r where r.order_id = o.order_id and r.replaces_lead_id = o.lead_id)
   order by l.acquired_at desc, l.lead_id`,
)

/** Replaces the files of a line, unless its money went back in the meantime. The arrays have one element per file. */
export const keepFiles = statement<{
  orderId: string
  lineNumber: number
  now: Date
  keptUntil: Date
  formats: readonly string[]
  names: readonly string[]
  bytes: readonly Buffer[]
  checksums: readonly string[]
}>(
  'delivery.keep_files',
  `with wanted as materialized (
     select order_id, line_number from deliveries
     where order_id = $orderId and line_number = $lineNumber and cancelled_at is null for update
   )
   insert into delivery_files (order_id, line_number, format, name, bytes, size, checksum, made_at, kept_until)
   select w.order_id, w.line_number, f.format, f.name, f.bytes, octet_length(f.bytes), f.checksum, $now, $keptUntil
   from wanted w, unnest($formats::text[], $names::text[], $bytes::bytea[], $checksums::text[]) as f (format, name, bytes, checksum)
   on conflict (order_id, line_number, format) do update set bytes = excluded.bytes, size = excluded.size,
     checksum = excluded.checksum, made_at = excluded.made_at`,
)

/** Replaces all files of a locked line with one. */
export const replaceFile = statement<{
  orderId: string
  lineNumber: number
  name: string
  bytes: Buffer
  checksum: string
  now: Date
  keptUntil: Date
}>(
  'delivery.replace_file',
  `insert into delivery_files (order_id, line_number, format, name, bytes, size, checksum, made_at, kept_until)
   values ($orderId, $lineNumber, 'attached', $name, $bytes, octet_length($bytes::bytea), $checksum, $now, $keptUntil)
   on conflict (order_id, line_number, format) do update set name = excluded.name, bytes = excluded.bytes,
     size = excluded.size, checksum = excluded.checksum, made_at = excluded.made_at, kept_until = excluded.kept_until`,
)

export interface FileRow {
  order_id: string
  line_number: number
  handover_id: string
  name: string
  bytes: Buffer
  is_delivered: boolean
}

/** Finds a file behind a link that still works. */
export const findFile = statement<{ tokenFingerprint: string; now: Date; lineNumber: number; format: string }, FileRow>(
  'delivery.find_file',
  `select d.order_id, d.line_number, h.handover_id, f.name, f.bytes, d.state = 'delivered' as is_delivered
   from delivery_handovers h join deliveries d on d.handover_id = h.handover_id
   join delivery_files f on f.order_id = d.order_id and f.line_number = d.line_number
   where h.token_fingerprint = $tokenFingerprint and h.expires_at > $now and f.kept_until > $now and d.line_number = $lineNumber and f.format = $format
     and d.cancelled_at is null`,
)

export interface SoldPlaceRow {
  reference: string
  hold_id: string
  tier: string
  lead_type: string
  state: string
  county: string
}

/** Finds what a delivered line of leads is and where its leads are. */
export const findSoldPlace = statement<{ orderId: string; lineNumber: number }, SoldPlaceRow>(
  'delivery.find_sold_place',
  `select o.reference, d.hold_id, l.tier, l.lead_type, l.state, l.county
   from deliveries d join orders o on o.order_id = d.order_id
   join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = d.line_number
   where d.order_id = $orderId and d.line_number = $lineNumber and d.kind = 'leads' and d.cancelled_at is null`,
)

/** Finds the file of a line that shows most clearly what its buyer got. */
export const findKeptFile = statement<{ orderId: string; lineNumber: number }, { name: string; bytes: Buffer }>(
  'delivery.find_kept_file',
  `select name, bytes from delivery_files where order_id = $orderId and line_number = $lineNumber and format in ('attached', 'csv')
   order by format limit 1`,
)

/** Records a download. */
export const writeDownload = statement<{
  orderId: string
  lineNumber: number
  handoverId: string
  format: string
  now: Date
  network: string
}>(
  'delivery.write_download',
  `insert into delivery_downloads (order_id, line_number, handover_id, format, downloaded_at, network)
   values ($orderId, $lineNumber, $handoverId, $format, $now, $network)`,
)

/** Records the first download of a locked order's lines. */
export const recordDownloaded = statement<{ orderId: string; lineNumber: number; now: Date }>(
  'delivery.note_downloaded',
  `update deliveries set state = 'delivered', sent_at = coalesce(sent_at, $now), delivered_at = $now, problem = null
   where order_id = $orderId and line_number = $lineNumber and state in ('waiting', 'sent', 'failed')`,
)

/** Deletes up to `limit` files that expired by `now`, oldest first. Returns which. */
export const forgetFiles = statement<{ now: Date; limit: number }, { format: DeliveryFormat }>(
  'delivery.forget_files',
  `delete from delivery_files where ctid = any(array(
     select ctid from delivery_files where kept_until <= $now order by kept_until limit $limit for update skip locked)) returning format`,
)

/** Forgets the networks of up to `limit` downloads before `before`, oldest first. */
export const forgetNetworks = statement<{ before: Date; limit: number }, { download_id: string }>(
  'delivery.forget_networks',
  `update delivery_downloads set network = null where download_id = any(array(
     select download_id from delivery_downloads where network is not null and downloaded_at < $before
     order by downloaded_at limit $limit for update skip locked)) returning download_id`,
)
