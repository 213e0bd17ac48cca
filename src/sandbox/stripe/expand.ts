import { invalidRequest } from './errors.ts'
import type { Change, Collection, Storage } from './storage.ts'

/** Fields with the id of another object, and the collection of that object. */
const EXPANDABLE: Readonly<Record<string, Collection>> = {
  latest_charge: 'charges',
  charge: 'charges',
  payment_intent: 'payment_intents',
  payment_method: 'payment_methods',
}

const EXPANSIONS_MAX = 10

/**
 * Replaces ids with objects, also in each row of a list (`data.latest_charge`): first with those of the change in
 * progress, which the database does not have yet.
 */
export async function expand(storage: Storage, answer: object, paths: readonly string[], change: Change | null) {
  const expanded: Record<string, unknown> = { ...answer }
  for (const path of paths.slice(0, EXPANSIONS_MAX)) {
    const ofEach = /^data\.(.+)/.exec(path)?.[1]
    const collection = EXPANDABLE[path]
    const value = expanded[path]
    if (ofEach !== undefined && Array.isArray(expanded.data)) {
      const rows: object[] = expanded.data
      expanded.data = await Promise.all(rows.map((row) => expand(storage, row, [ofEach], change)))
    } else if (collection === undefined || value === undefined) {
      throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
    } else if (typeof value === 'string') {
      expanded[path] = await lookUp(storage, collection, value, change)
    }
  }
  return expanded
}

async function lookUp(storage: Storage, collection: Collection, id: string, change: Change | null): Promise<unknown> {
  const written = [change?.intent, ...(change?.charges ?? []), ...(change?.methods ?? []).map(({ method }) => method)]
  return written.find((object) => object?.id === id) ?? (await storage.find(collection, [id]))[0] ?? id
}
