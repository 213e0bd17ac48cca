import { days } from '#server/platform/clock.ts'
import { networkToCount, type PlatformContext, type RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { type FingerprintContext, phoneKeyOf } from './normalize-address.ts'
import { findKeys, findOwnLists, type OwnLists, type OwnListsRow } from './own-list-queries.ts'
import { mayHavePhone, readPhoneFilter } from './phone-filter.ts'

const OF_BUYER_MAX = 20
/** An office shares a network. */
const OF_NETWORK_MAX = 60

/**
 * Counts a change of own lists, or an answer that they leave too few leads: a series could ask about single properties
 * (docs/decisions/0070-leads-a-buyer-already-has.md). One budget a day, per buyer and per network. @returns whether it
 * allows this
 */
export async function countProbe(ctx: RequestContext, buyerKey: string): Promise<boolean> {
  const limit = (part: string, max: number) => ({ kind: 'own-list-change', parts: [part], max, windowMs: days(1) })
  const network = networkToCount(ctx)
  // The buyer comes first: once over the limit, they cost the network nothing.
  if (!(await countAttempts(ctx, [limit(buyerKey, OF_BUYER_MAX)]))) return false
  return network === null || countAttempts(ctx, [limit(network, OF_NETWORK_MAX)])
}

export type PickContext = Pick<PlatformContext, 'node'> & FingerprintContext

const NONE: OwnLists = { withAddresses: [], withPhones: [] }

export const ownListsOf = (row: OwnListsRow): OwnLists => ({
  withAddresses: row.address_list_nos,
  withPhones: row.phone_lists,
})

/** Returns the lists of a buyer; none while `buyerKey` is null, because the buyer is unknown. */
export async function findListsOf(executor: Executor, buyerKey: string | null): Promise<OwnLists> {
  if (buyerKey === null) return NONE
  const [row] = await executor.run(findOwnLists, { buyerKey })
  return row ? ownListsOf(row) : NONE
}

/** Returns a line for each lead, from `phoneLines`. */
export const linesOf = (row: { phones: string | null } | undefined): string[] => row?.phones?.split('\n') ?? []

/**
 * Sorts leads, given as `phoneLines`, by whether a buyer has one of their phones on a list. The store has no
 * fingerprints of phones: they are computed here, for the few leads that a buyer may get. @returns ids
 */
export async function sortByPhones(ctx: PickContext, executor: Executor, lists: OwnLists, lines: readonly string[]) {
  const filters: (Buffer | null)[] = []
  for (const list of lists.withPhones) filters.push(await readPhoneFilter(ctx, executor, list))
  const mayBeListed = (key: string) => filters.some((filter) => filter === null || mayHavePhone(filter, key))
  const leads = lines.map((line) => {
    const [leadId = '', ...phones] = line.match(/\+?\d+/g) ?? []
    return { leadId, keys: phones.map((phone) => phoneKeyOf(ctx, phone)).filter(mayBeListed) }
  })
  const keys = leads.flatMap((lead) => lead.keys)
  const listNos = lists.withPhones.map(({ listNo }) => listNo)
  const found = keys.length === 0 ? [] : await executor.run(findKeys, { listNos, keys })
  const onLists = new Set(found.map(({ key }) => key))
  const isListed = new Map(leads.map(({ leadId, keys: ofLead }) => [leadId, ofLead.some((key) => onLists.has(key))]))
  const ids = leads.map(({ leadId }) => leadId)
  return { free: ids.filter((id) => !isListed.get(id)), listed: ids.filter((id) => isListed.get(id)) }
}

/** Finds leads that a buyer has on a list now, by their property or a phone in E.164, and the earliest time of each. */
export async function findListedSince(
  ctx: FingerprintContext,
  executor: Executor,
  input: { buyerKey: string; leads: readonly { leadId: string; propertyKey: string; phones: readonly string[] }[] },
): Promise<Map<string, Date>> {
  const lists = await findListsOf(executor, input.buyerKey)
  const listNos = [...new Set([...lists.withAddresses, ...lists.withPhones.map(({ listNo }) => listNo)])]
  if (listNos.length === 0) return new Map()
  const keyed = input.leads.map(({ leadId, propertyKey, phones }) => ({
    leadId,
    keys: [propertyKey, ...phones.map((phone) => phoneKeyOf(ctx, phone))],
  }))
  const rows = await executor.run(findKeys, { listNos, keys: keyed.flatMap(({ keys }) => keys) })
  const since = new Map(rows.map(({ key, added_at }) => [key, added_at]))
  return new Map(
    keyed.flatMap(({ leadId, keys }) => {
      const [first] = keys.flatMap((key) => since.get(key) ?? []).sort((a, b) => a.getTime() - b.getTime())
      return first ? [[leadId, first] as const] : []
    }),
  )
}
