/** Reads what needs an administrator: a few rows of each kind, each queried separately. */
import { setTimeout as wait } from 'node:timers/promises'
import { ATTENTION_KINDS, type AttentionKind, type AttentionPart } from '#contract/admin/attention.ts'
import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { FINDERS, type FindWaiting } from './finders.ts'

/** Longer than all of them need together. One query that hangs must not hold up the others. */
const PART_MS_MAX = seconds(4)

/** Reads one part. If that fails, the part says so and nothing else. */
async function readPart(
  ctx: PlatformContext,
  kind: AttentionKind,
  find: FindWaiting,
  partMsMax: number,
): Promise<AttentionPart> {
  const patience = new AbortController()
  const lateness = wait(partMsMax, undefined, { ref: false, signal: patience.signal }).then(() => {
    throw new Error(`no answer within ${partMsMax} ms`)
  })
  try {
    return { kind, ...(await Promise.race([find(ctx), lateness])) }
  } catch (error) {
    ctx.node.warn(ctx.log, { err: error, part: kind }, 'a part of what needs attention could not be read')
    return { kind, count: null, items: [] }
  } finally {
    patience.abort()
    await lateness.catch(() => undefined)
  }
}

/** Reads what is waiting, kind by kind in their order. If one kind cannot be read, the others still are. */
export async function readAttention(
  ctx: PlatformContext,
  finders = FINDERS,
  partMsMax = PART_MS_MAX,
): Promise<AttentionPart[]> {
  return Promise.all(ATTENTION_KINDS.map((kind) => readPart(ctx, kind, finders[kind], partMsMax)))
}
