/** The steps that a person starts; the import's job takes them. */
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import type { Import, ImportKind as Kind } from '#contract/imports/imports.ts'
import { findProblemsOf } from '#contract/imports/mapping.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import type { ImportKind } from './import-kind.ts'
import * as sql from './queries.ts'
import { dropUpload } from './run-import.ts'
import { type ImportScope, kindOf, requireImport, showImport } from './show-import.ts'

/** A file's name for people, without the folders that some browsers put before it. */
const baseName = (fileName: string): string => fileName.split(/[\\/]/).at(-1)?.trim() || 'file.csv'
const COUNT_MAX = 2 ** 31 - 1

/** Creates an import for a file that will be sent. */
export async function createImport(
  ctx: PlatformContext,
  scope: ImportScope,
  input: { kind: Kind; createdBy: string; source: string; fileName: string; fileBytes: number },
): Promise<Import> {
  const { idStart } = kindOf(scope.kinds, input)
  const [row] = await ctx.database.run(sql.insertImport, {
    importId: newId(idStart, ctx.clock),
    now: ctx.clock.now(),
    kind: input.kind,
    createdBy: input.createdBy,
    source: input.source.trim() || (input.kind === 'leads' ? 'Unnamed' : ''),
    fileName: baseName(input.fileName),
    fileBytes: Math.min(input.fileBytes, COUNT_MAX),
  })
  invariant(row, 'the import was just written')
  return showImport(ctx, scope, row)
}

const OPEN: readonly sql.ImportRow['state'][] = ['mapping', 'reading', 'interrupted', 'refused', 'ready']

/**
 * Starts the dry run of a file with a mapping, which is kept for its source. An earlier dry run no longer counts.
 * @throws Refusal `import_unknown`; `import_not_ready`; `mapping_invalid` with what is wrong
 */
export async function startCheck(ctx: PlatformContext, scope: ImportScope, importId: string, mapping: LeadMapping) {
  const begun = await inTransaction(ctx, async (tx) => {
    const row = await requireImport(tx, scope, importId, sql.lockImport)
    const kind = kindOf(scope.kinds, row)
    if (!OPEN.includes(row.state) || !row.has_rows || row.columns.length === 0) throw new Refusal('import_not_ready')
    const [problem = kind.findProblem?.(mapping, row)] = Object.values(findProblemsOf(row.kind, mapping, row.columns))
    if (problem) throw new Refusal('mapping_invalid', { message: problem })
    await kind.remember?.(ctx, tx, row, mapping)
    const [reading] = await tx.run(sql.beginReading, {
      importId,
      now: ctx.clock.now(),
      mapping: JSON.stringify(mapping),
    })
    invariant(reading, 'the import is locked')
    await enqueue(tx, kind.job, { importId }, { queue: kind.queue })
    return { ...reading, isRead: row.state === 'reading' }
  })
  // An earlier one that still runs finds that it no longer counts, and drops what it read. We don't wait for that.
  if (begun.replaced !== null && !begun.isRead) await dropUpload(ctx, kindOf(scope.kinds, begun), begun.replaced)
  return showImport(ctx, scope, begun)
}

type Step = (tx: Transaction, row: sql.ImportRow, kind: ImportKind) => Promise<void>

/** @throws Refusal `import_busy` while another import of its kind is applied or undone */
async function startStep(ctx: PlatformContext, scope: ImportScope, importId: string, step: Step): Promise<Import> {
  try {
    await inTransaction(ctx, async (tx) => {
      const row = await requireImport(tx, scope, importId, sql.lockImport)
      await step(tx, row, kindOf(scope.kinds, row))
    })
  } catch (error) {
    // Two imports started at the same moment, and the database allowed one.
    throw isUniqueViolation(error) ? new Refusal('import_busy') : error
  }
  return showImport(ctx, scope, await requireImport(ctx.database, scope, importId))
}

async function requireIdle(tx: Transaction, importId: string, { name, isOneAtWork }: ImportKind): Promise<void> {
  if (!isOneAtWork) return
  const [busy] = await tx.run(sql.findBusy, { importId, kind: name })
  if (busy) throw new Refusal('import_busy')
}

const actorOf = (ctx: PlatformContext, row: sql.ImportRow): string =>
  ctx.actor.kind === 'member' ? ctx.actor.userId : row.created_by

/**
 * Starts applying a checked file. A second call changes nothing.
 * @throws Refusal `import_unknown`, `import_not_ready`, `import_busy`, and what its kind says
 * @see docs/decisions/0036-lead-files-in-steps.md
 */
export const startApplying = (ctx: PlatformContext, scope: ImportScope, importId: string): Promise<Import> =>
  startStep(ctx, scope, importId, async (tx, row, kind) => {
    if (row.state === 'applying' || row.state === 'applied') return
    if (row.state !== 'ready') throw new Refusal('import_not_ready')
    await requireIdle(tx, importId, kind)
    await kind.beginApplying(ctx, tx, row)
    await tx.run(sql.beginApplying, { importId, now: ctx.clock.now(), appliedBy: actorOf(ctx, row) })
    await enqueue(tx, kind.job, { importId })
  })

/**
 * Starts undoing an applied import. A second call changes nothing.
 * @throws Refusal `import_unknown`, `import_not_ready`, `import_busy`, and what its kind says
 */
export const startUndoing = (ctx: PlatformContext, scope: ImportScope, importId: string): Promise<Import> =>
  startStep(ctx, scope, importId, async (tx, row, kind) => {
    if (row.state === 'undoing' || row.state === 'undone') return
    if (row.state !== 'applied' || !kind.beginUndoing) throw new Refusal('import_not_ready')
    await requireIdle(tx, importId, kind)
    await kind.beginUndoing(ctx, tx, row)
    await tx.run(sql.beginUndoing, { importId, now: ctx.clock.now(), undoneBy: actorOf(ctx, row), problem: null })
    await enqueue(tx, kind.job, { importId })
  })
