/** A member's saved views. Not in the audit log, like the rest of what members set for themselves alone. */
import type { BodyOf } from '#contract/endpoint.ts'
import {
  SAVED_VIEWS_MAX,
  type SavedList,
  type SavedView,
  type saveView as saveEndpoint,
} from '#contract/members/saved-views.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { requireMember } from '#server/platform/member.ts'
import { oneLine } from '#server/platform/one-line.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeViewName, deleteView, listViews, lockOwner, type SavedViewRow, writeView } from './saved-view-queries.ts'

const show = ({ view_id: id, list, name, query }: SavedViewRow): SavedView => ({ id, list, name, query })

/** @throws Refusal `bad_request` if nothing but spaces and control characters was typed */
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

/**
 * Saves a view, or replaces the caller's view of that list with this name, so a retry makes no second one.
 *
 * @throws Refusal `saved_views_full`, `bad_request` without a name
 */
export async function saveView(ctx: PlatformContext, body: BodyOf<typeof saveEndpoint>): Promise<SavedView> {
  const { userId } = requireMember(ctx)
  const { list, query } = body
  const [view] = await inTransaction(ctx, async (tx) => {
    await tx.run(lockOwner, { userId })
    return tx.run(writeView, {
      viewId: newId('svw', ctx.clock),
      userId,
      list,
      name: readName(body.name),
      query,
      now: ctx.clock.now(),
      most: SAVED_VIEWS_MAX,
    })
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
  const [removed] = await ctx.database.run(deleteView, { viewId, userId })
  if (!removed) throw new Refusal('not_found')
  return {}
}
