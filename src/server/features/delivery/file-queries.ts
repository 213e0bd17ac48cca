/** The SQL of what buyers paid for: leads of an order, and the files made of them. Personal data: never logged. */
import type { DeliveryFormat } from '#contract/delivery.ts'
import type { LeadFacts, LeadPhone } from '#server/features/leads/tables.ts'
import { statement } from '#server/platform/database.ts'

export interface OrderedLeadRow {
  acquired_at: Date
  sold_at: Date
  /** Null where the owner had it deleted since, or its time was over. */
  address: string | null
  city: string | null
  zip: string | null
  owner_names: string[] | null
  mailing_address: string | null
  phones: LeadPhone[] | null
  emails: string[] | null
  facts: LeadFacts | null
  source: string | null
  is_do_not_call: boolean | null
  consent: string | null
  /** Its owner asked to be left alone. */
  is_left_alone: boolean
}

/**
 * Lets the leads that the order $1 owns through the hold $2 stay the order's until the transaction ends: an owner who asks to be
 * left alone meanwhile waits for it.
 */
export const lockOrderedLeads = statement(
  'delivery.lock_leads',
  `select from order_leads where order_id = $1 and hold_id = $2 and returned_at is null order by lead_id for share`,
)

/** The leads that the order $1 owns through the hold $2, the freshest first. */
export const listOrderedLeads = statement<OrderedLeadRow>(
  'delivery.list_leads',
  `select l.acquired_at, o.sold_at, d.address, d.city, d.zip, d.owner_names, d.mailing_address, d.phones, d.emails, d.facts,
     d.source, d.is_do_not_call, d.consent,
     exists (select from suppressions s where s.property_key = l.property_key) as is_left_alone
   from order_leads o join leads l on l.lead_id = o.lead_id left join lead_details d on d.lead_id = o.lead_id
   where o.order_id = $1 and o.hold_id = $2 and o.returned_at is null
   order by l.acquired_at desc, l.lead_id`,
)

/**
 * Keeps the files of a line in the place of those before, unless its money went back meanwhile: $1 order, $2 line, $3 now, $4 until when; each
 * file's $5 format, $6 name, $7 bytes, $8 checksum.
 */
export const keepFiles = statement(
  'delivery.keep_files',
  `with wanted as materialized (
     select order_id, line_number from deliveries
     where order_id = $1 and line_number = $2 and cancelled_at is null for update
   )
   insert into delivery_files (order_id, line_number, format, name, bytes, size, checksum, made_at, kept_until)
   select w.order_id, w.line_number, f.format, f.name, f.bytes, octet_length(f.bytes), f.checksum, $3, $4
   from wanted w, unnest($5::text[], $6::text[], $7::bytea[], $8::text[]) as f (format, name, bytes, checksum)
   on conflict (order_id, line_number, format) do update set bytes = excluded.bytes, size = excluded.size,
     checksum = excluded.checksum, made_at = excluded.made_at`,
)

/** Puts a file in the place of whatever a locked line had: $1 order, $2 line, $3 name, $4 bytes, $5 checksum, $6 now, $7 until when. */
export const replaceFile = statement(
  'delivery.replace_file',
  `insert into delivery_files (order_id, line_number, format, name, bytes, size, checksum, made_at, kept_until)
   values ($1, $2, 'attached', $3, $4, octet_length($4::bytea), $5, $6, $7)
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

/** A file behind a link that still works: $1 fingerprint of its token, $2 now, $3 line, $4 format. */
export const findFile = statement<FileRow>(
  'delivery.find_file',
  `select d.order_id, d.line_number, h.handover_id, f.name, f.bytes, d.state = 'delivered' as is_delivered
   from delivery_handovers h join deliveries d on d.handover_id = h.handover_id
   join delivery_files f on f.order_id = d.order_id and f.line_number = d.line_number
   where h.token_fingerprint = $1 and h.expires_at > $2 and f.kept_until > $2 and d.line_number = $3 and f.format = $4
     and d.cancelled_at is null`,
)

/** The file of a line that says most plainly what its buyer was given: $1 order, $2 line. */
export const findKeptFile = statement<{ name: string; bytes: Buffer }>(
  'delivery.find_kept_file',
  `select name, bytes from delivery_files where order_id = $1 and line_number = $2 and format in ('attached', 'csv')
   order by format limit 1`,
)

/** Writes a download down: $1 order, $2 line, $3 handover, $4 format, $5 now, $6 network. */
export const writeDownload = statement(
  'delivery.write_download',
  `insert into delivery_downloads (order_id, line_number, handover_id, format, downloaded_at, network)
   values ($1, $2, $3, $4, $5, $6)`,
)

/** The first download of a locked order's line: $1 order, $2 line, $3 now. */
export const noteDownloaded = statement(
  'delivery.note_downloaded',
  `update deliveries set state = 'delivered', sent_at = coalesce(sent_at, $3), delivered_at = $3, problem = null
   where order_id = $1 and line_number = $2 and state in ('waiting', 'sent', 'failed')`,
)

/** Deletes up to $2 files whose time is over at $1, the oldest first. Returns which. */
export const forgetFiles = statement<{ format: DeliveryFormat }>(
  'delivery.forget_files',
  `delete from delivery_files where ctid = any(array(
     select ctid from delivery_files where kept_until <= $1 order by kept_until limit $2 for update skip locked)) returning format`,
)

/** Forgets the networks of up to $2 downloads before $1, the oldest first. */
export const forgetNetworks = statement<{ download_id: string }>(
  'delivery.forget_networks',
  `update delivery_downloads set network = null where download_id = any(array(
     select download_id from delivery_downloads where network is not null and downloaded_at < $1
     order by downloaded_at limit $2 for update skip locked)) returning download_id`,
)
