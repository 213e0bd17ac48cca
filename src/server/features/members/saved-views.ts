/** A member's saved views. Not in the audit log, like the rest of what members set for themselves alone. */
import type { BodyOf } from '#contract/endpoint.ts'
import {
  SAVED_VIEWS_MAX,
  type SavedList,
  type SavedView,
  type saveView as saveEndpoint,
} from '#contract/members/saved-views.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation } from '#server/platform/database/database.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { oneLine } from '#server/platform/text/text.ts'

/* Each statement names the member, so no one can reach someone else's views. */

const COLUMNS = 'view_id, list, name, query'

export const listViews = statement('saved_views.list')`
  select ${COLUMNS} from saved_views where user_id = $userId and list = $list order by lower(name) collate "und-x-icu", view_id`

/** So that their views are counted one after another. */
export const lockOwner = statement('saved_views.lock_owner')`
  select from users where user_id = $userId for no key update`

/** No row if the list would have more than `most`. */
export const writeView = statement('saved_views.write')`
  insert into saved_views (view_id, user_id, list, name, query, created_at, updated_at)
  select $viewId::text, $userId::text, $list::text, $name::text, $query::text, $now::timestamptz, $now::timestamptz
  where exists (select from saved_views where user_id = $userId and list = $list and lower(name) = lower($name))
     or (select count(*) from saved_views where user_id = $userId and list = $list) < $most::int
  on conflict (user_id, list, lower(name)) do update set name = excluded.name, query = excluded.query, updated_at = excluded.updated_at
  returning ${COLUMNS}`

/** Fails on the unique index if the list has another one with this name. */
export const changeViewName = statement('saved_views.rename')`
  update saved_views set name = $name, updated_at = $now where view_id = $viewId and user_id = $userId returning ${COLUMNS}`

export const deleteView = statement('saved_views.delete')`
  delete from saved_views where view_id = $viewId and user_id = $userId returning view_id`

const show = ({ view_id: id, list, name, query }: RowOf<typeof listViews>): SavedView => ({ id, list, name, query })

function readName(typed: string): string {
  const name = oneLine(typed)
  if (!name) throw new Refusal('bad_request.name')
  return name
}

/** Lists the caller's views of a list, by name. */
export async function listSavedViews(ctx: PlatformContext, list: SavedList): Promise<SavedView[]> {
  const { userId } = requireMember(ctx)
  return (await ctx.database.run(listViews, { userId, list })).map(show)
}

/** Saves or, if its name is taken, replaces a view. @throws Refusal `saved_views_full`, `bad_request` without a name */
export async function saveView(ctx: PlatformContext, body: BodyOf<typeof saveEndpoint>): Promise<SavedView> {
  const { userId } = requireMember(ctx)
  const name = readName(body.name)
  const [view] = await inTransaction(ctx, async (tx) => {
    await tx.run(lockOwner, { userId })
    const viewId = newId('svw', ctx.clock)
    return tx.run(writeView, { ...body, viewId, userId, name, now: ctx.clock.now(), most: SAVED_VIEWS_MAX })
  })
  if (!view) throw new Refusal('saved_views_full')
  return show(view)
}

/** Renames one of the caller's views. @throws Refusal `not_found`, `saved_view_exists`, `bad_request` without a name */
export async function renameView(ctx: PlatformContext, viewId: string, typed: string): Promise<SavedView> {
  const { userId } = requireMember(ctx)
  const name = readName(typed)
  try {
    const [view] = await ctx.database.run(changeViewName, { viewId, userId, name, now: ctx.clock.now() })
    if (!view) throw new Refusal('not_found')
    return show(view)
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('saved_view_exists')
    throw error
  }
}

/** Removes one of the caller's views. @throws Refusal `not_found` */
export async function removeView(ctx: PlatformContext, viewId: string): Promise<Record<string, never>> {
  const { userId } = requireMember(ctx)
  requireRow(await ctx.database.run(deleteView, { viewId, userId }), 'not_found')
  return {}
}
