import { invalidRequest } from './errors.ts'
import type { FormTree } from './form.ts'
import { optionalInteger, optionalText, refuseUnknown, textList } from './params.ts'
import type { ListQuery, Storage } from './storage.ts'

const LIMIT_DEFAULT = 10
const LIMIT_MAX = 100

type ListedCollection = ListQuery['collection']

const FILTERS: Readonly<Record<ListedCollection, readonly ('payment_intent' | 'charge' | 'type' | 'types')[]>> = {
  payment_intents: [],
  charges: ['payment_intent'],
  refunds: ['payment_intent', 'charge'],
  disputes: ['payment_intent', 'charge'],
  events: ['type', 'types'],
}

/** Lists a page of a collection, newest first. @see https://docs.stripe.com/api/pagination */
export async function listPage(storage: Storage, collection: ListedCollection, form: FormTree): Promise<object> {
  const filters = FILTERS[collection]
  refuseUnknown(form, ['limit', 'starting_after', 'ending_before', 'created', 'expand', ...filters])
  const limit = optionalInteger(form, 'limit') ?? LIMIT_DEFAULT
  if (limit < 1 || limit > LIMIT_MAX) {
    throw invalidRequest(`This value must be between 1 and ${LIMIT_MAX}.`, { param: 'limit' })
  }
  const page = await storage.list({
    collection,
    limit,
    startingAfter: optionalText(form, 'starting_after') ?? null,
    endingBefore: optionalText(form, 'ending_before') ?? null,
    ...readCreated(form),
    filters: filters.flatMap((name) => {
      const values = name === 'types' ? textList(form, name) : [optionalText(form, name) ?? ''].filter(Boolean)
      return values.length > 0 ? [{ column: name === 'types' ? 'type' : name, values }] : []
    }),
  })
  return { object: 'list', url: `/v1/${collection}`, has_more: page.hasMore, data: page.data }
}

function readCreated(form: FormTree): { createdFrom: number | null; createdUntil: number | null } {
  const created = form.created
  if (created === undefined) return { createdFrom: null, createdUntil: null }
  if (typeof created === 'string') {
    const exactly = optionalInteger(form, 'created') ?? null
    return { createdFrom: exactly, createdUntil: exactly }
  }
  refuseUnknown(created, ['gt', 'gte', 'lt', 'lte'])
  const after = optionalInteger(created, 'gt')
  const before = optionalInteger(created, 'lt')
  return {
    createdFrom: optionalInteger(created, 'gte') ?? (after === undefined ? null : after + 1),
    createdUntil: optionalInteger(created, 'lte') ?? (before === undefined ? null : before - 1),
  }
}
