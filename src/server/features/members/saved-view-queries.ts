/** SQL for saved views. Each statement names the member, so no one can reach someone else's. */
import type { SavedList } from '#contract/members/saved-views.ts'
import { statement } from '#server/platform/statement.ts'

export interface SavedViewRow {
  view_id: string
  list: SavedList
  name: string
  query: string
}

const COLUMNS = 'view_id, list, name, query'

/** Lists a member's views of a list, by name in dictionary order. */
export const listViews = statement<{ userId: string; list: string }, SavedViewRow>(
  'saved_views.list',
  `select ${COLUMNS} from saved_views where user_id = $userId and list = $list order by lower(name) collate "und-x-icu", view_id`,
)

/** Locks a member, so that their views are counted one after another. */
export const lockOwner = statement<{ userId: string }>(
  'saved_views.lock_owner',
  'select from users where user_id = $userId for no key update',
)

/** Saves a view or replaces the one with its name. No row if the list would have more than `most`. */
export const writeView = statement<
  { viewId: string; userId: string; list: string; name: string; query: string; now: Date; most: number },
  SavedViewRow
>(
  'saved_views.write',
  `insert into saved_views (view_id, user_id, list, name, query, created_at, updated_at)
   select $viewId::text, $userId::text, $list::text, $name::text, $query::text, $now::timestamptz, $now::timestamptz
   where exists (select from saved_views where user_id = $userId and list = $list and lower(name) = lower($name))
      or (select count(*) from saved_views where user_id = $userId and list = $list) < $most::int
   on conflict (user_id, list, lower(name)) do update set name = excluded.name, query = excluded.query, updated_at = excluded.updated_at
   returning ${COLUMNS}`,
)

/** Renames a view. Fails on the unique index if the list has another one with this name. */
export const changeViewName = statement<{ viewId: string; userId: string; name: string; now: Date }, SavedViewRow>(
  'saved_views.rename',
  `update saved_views set name = $name, updated_at = $now where view_id = $viewId and user_id = $userId returning ${COLUMNS}`,
)

export const deleteView = statement<{ viewId: string; userId: string }, { view_id: string }>(
  'saved_views.delete',
  'delete from saved_views where view_id = $viewId and user_id = $userId returning view_id',
)
