import type { StockParty } from '#contract/admin/stock-screen.ts'
import type { PartyRow } from './queries.ts'

/** Members' names by id. */
export type MemberNames = ReadonlyMap<string, string>

const NOBODY: StockParty = { kind: 'store', name: null, reference: null }

/** Names a member by id; ids that are not members (`store`, a load of demo data) are the store itself. */
export function tellMember(userId: string, names: MemberNames): StockParty {
  const name = names.get(userId)
  return name === undefined ? NOBODY : { kind: 'member', name, reference: null }
}

/** Describes a hold's owner. A buyer's cart has no name: its owner is a fingerprint that opens nothing and is not sent. */
export function tellOwner(row: PartyRow, names: MemberNames): StockParty {
  if (row.sold_reference) return { kind: 'order', name: null, reference: row.sold_reference }
  switch (row.owner_kind) {
    case 'cart':
      return { kind: 'cart', name: null, reference: null }
    case 'user':
      return { kind: 'rep', name: names.get(row.owner_key ?? '') ?? null, reference: null }
    case 'request':
      return { kind: 'link', name: names.get(row.link_rep_id ?? '') ?? null, reference: row.link_reference }
    case 'order':
      return { kind: 'order', name: null, reference: row.order_reference }
    default:
      return NOBODY
  }
}
