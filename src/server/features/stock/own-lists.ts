/** Which leads a buyer has on lists of their own. */
import type { Executor, Transaction } from '#server/platform/database.ts'
import { type FingerprintContext, phoneKeyOf } from './fingerprints.ts'
import { findKeys, findOwnListNos, phonesOfHold } from './own-list-queries.ts'

/** The numbers of a buyer's lists, by what they have; a list may have both. */
export interface OwnListNos {
  readonly withAddresses: readonly number[]
  readonly withPhones: readonly number[]
}

const NONE: OwnListNos = { withAddresses: [], withPhones: [] }

/** Returns the lists of a buyer. @param buyerKey null while it is unknown who buys */
export async function readOwnListNos(executor: Executor, buyerKey: string | null): Promise<OwnListNos> {
  if (buyerKey === null) return NONE
  const rows = await executor.run(findOwnListNos, { buyerKey })
  const numbers = (those: typeof rows) => those.map(({ list_no }) => list_no)
  return rows.length === 0
    ? NONE
    : {
        withAddresses: numbers(rows.filter(({ has_addresses }) => has_addresses)),
        withPhones: numbers(rows.filter(({ has_phones }) => has_phones)),
      }
}

/**
 * Tells the leads of a hold that have no phone on a buyer's lists from those that have one. The store has no
 * fingerprints of its leads' phones, so they are computed here, for the few leads that a buyer may get.
 *
 * @param input.except leads to leave out
 * @returns their ids
 */
export async function sortByPhones(
  ctx: FingerprintContext,
  tx: Transaction,
  { holdId, lists, except }: { holdId: string; lists: OwnListNos; except: ReadonlySet<string> },
): Promise<{ free: string[]; listed: string[] }> {
  const rows = (await tx.run(phonesOfHold, { holdId })).filter(({ lead_id }) => !except.has(lead_id))
  const keyed = rows.map(({ lead_id, phones }) => ({
    lead_id,
    keys: (phones?.split(' ') ?? []).map((phone) => phoneKeyOf(ctx, phone)),
  }))
  const keys = keyed.flatMap((lead) => lead.keys)
  const found = keys.length === 0 ? [] : await tx.run(findKeys, { listNos: lists.withPhones, keys })
  const onLists = new Set(found.map(({ key }) => key))
  const isListed = (lead: (typeof keyed)[number]) => lead.keys.some((key) => onLists.has(key))
  const ids = (leads: typeof keyed) => leads.map(({ lead_id }) => lead_id)
  return { free: ids(keyed.filter((lead) => !isListed(lead))), listed: ids(keyed.filter(isListed)) }
}

/** A delivered lead. */
interface DeliveredLead {
  leadId: string
  propertyKey: string
  /** E.164. */
  phones: readonly string[]
}

/**
 * Finds leads that a buyer has on a list now, and since when: by their property or by one of their phones.
 *
 * @returns the earliest time, by lead; those on no list are left out
 */
export async function findListedSince(
  ctx: FingerprintContext,
  executor: Executor,
  { buyerKey, leads }: { buyerKey: string; leads: readonly DeliveredLead[] },
): Promise<Map<string, Date>> {
  const lists = await readOwnListNos(executor, buyerKey)
  const listNos = [...new Set([...lists.withAddresses, ...lists.withPhones])]
  if (listNos.length === 0) return new Map()
  const keyed = leads.map(({ leadId, propertyKey, phones }) => ({
    leadId,
    keys: [propertyKey, ...phones.map((phone) => phoneKeyOf(ctx, phone))],
  }))
  const rows = await executor.run(findKeys, { listNos, keys: keyed.flatMap(({ keys }) => keys) })
  const since = new Map(rows.map(({ key, added_at }) => [key, added_at]))
  return new Map(
    keyed.flatMap(({ leadId, keys }) => {
      const times = keys.flatMap((key) => since.get(key) ?? [])
      const [first] = times.sort((a, b) => a.getTime() - b.getTime())
      return first ? [[leadId, first] as const] : []
    }),
  )
}
