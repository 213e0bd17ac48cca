/** A member's saved views: filters and order of a list under a name. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PlainText } from '#contract/values.ts'

export const SAVED_LISTS = ['orders', 'requests', 'customers'] as const
export type SavedList = (typeof SAVED_LISTS)[number]

/** Views of one list, and the lengths of their parts. */
export const SAVED_VIEWS_MAX = 20
export const VIEW_NAME_MAX = 40
export const VIEW_QUERY_MAX = 2_000

const SavedViewId = z.string().check(z.regex(/^svw_[0-9a-z]{10,40}$/))
const Name = PlainText(VIEW_NAME_MAX).check(z.trim(), z.minLength(1))
/** As in an address: `status=refunded&sort=total`. */
const Query = PlainText(VIEW_QUERY_MAX).check(z.minLength(1), z.regex(/^[\w.~*%+&=-]+$/))

export const SavedView = z.object({ id: SavedViewId, list: z.enum(SAVED_LISTS), name: z.string(), query: z.string() })
export type SavedView = z.infer<typeof SavedView>

const params = z.object({ viewId: SavedViewId })

export const listSavedViews = defineEndpoint({
  name: 'listSavedViews',
  method: 'GET',
  path: '/api/saved-views',
  access: 'session',
  summary: 'The caller’s saved views of a list, by name.',
  query: z.object({ list: z.enum(SAVED_LISTS) }),
  reply: z.array(SavedView),
  refusals: ['unauthenticated'],
})

export const saveView = defineEndpoint({
  name: 'saveView',
  method: 'PUT',
  path: '/api/saved-views',
  access: 'session',
  summary: `Saves a view of a list under a name, up to ${SAVED_VIEWS_MAX}; one with that name is replaced.`,
  body: z.object({ list: z.enum(SAVED_LISTS), name: Name, query: Query }),
  reply: SavedView,
  refusals: ['unauthenticated', 'saved_views_full'],
})

export const renameView = defineEndpoint({
  name: 'renameView',
  method: 'PATCH',
  path: '/api/saved-views/:viewId',
  access: 'session',
  summary: 'Gives one of the caller’s views another name.',
  params,
  body: z.object({ name: Name }),
  reply: SavedView,
  refusals: ['unauthenticated', 'not_found', 'saved_view_exists'],
})

export const removeView = defineEndpoint({
  name: 'removeView',
  method: 'DELETE',
  path: '/api/saved-views/:viewId',
  access: 'session',
  summary: 'Removes one of the caller’s views.',
  params,
  reply: z.object({}),
  refusals: ['unauthenticated', 'not_found'],
})
