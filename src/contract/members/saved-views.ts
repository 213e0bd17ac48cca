/** A member's saved views: filters and order of a list under a name. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { matching, PlainText } from '#contract/values.ts'

export const SAVED_LISTS = ['orders', 'requests', 'customers'] as const
export type SavedList = (typeof SAVED_LISTS)[number]

export const SAVED_VIEWS_MAX = 20

const SavedViewId = matching(/^svw_[0-9a-z]{10,40}$/)
const Name = PlainText(40).check(z.trim(), z.minLength(1))
const Query = PlainText(2_000).check(z.minLength(1), z.regex(/^[\w.~*%+&=-]+$/))

export const SavedView = z.object({ id: SavedViewId, list: z.enum(SAVED_LISTS), name: z.string(), query: z.string() })
export type SavedView = z.infer<typeof SavedView>

const params = z.object({ viewId: SavedViewId })

export const listSavedViews = defineEndpoint('session', 'GET', '/api/saved-views', {
  summary: 'The caller’s saved views of a list, by name.',
  query: z.object({ list: z.enum(SAVED_LISTS) }),
  reply: z.array(SavedView),
})

export const saveView = defineEndpoint('session', 'PUT', '/api/saved-views', {
  summary: `Saves a view of a list under a name, up to ${SAVED_VIEWS_MAX}; one with that name is replaced.`,
  body: z.object({ list: z.enum(SAVED_LISTS), name: Name, query: Query }),
  reply: SavedView,
  refusals: ['saved_views_full'],
})

export const renameView = defineEndpoint('session', 'PATCH', '/api/saved-views/:viewId', {
  summary: 'Gives one of the caller’s views another name.',
  params,
  body: z.object({ name: Name }),
  reply: SavedView,
  refusals: ['not_found', 'saved_view_exists'],
})

export const removeView = defineEndpoint('session', 'DELETE', '/api/saved-views/:viewId', {
  summary: 'Removes one of the caller’s views.',
  params,
  reply: z.object({}),
  refusals: ['not_found'],
})
