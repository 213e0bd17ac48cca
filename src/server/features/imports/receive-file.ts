import type { Readable } from 'node:stream'
import { FILE_BYTES_MAX, FILE_PART_BYTES } from '#contract/imports/imports.ts'
import { minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { invariant, Refusal, requireRow } from '#server/platform/errors.ts'
import { FileProblem } from '#server/platform/files/unpack.ts'
import { readUpload } from '#server/platform/http/uploads.ts'
import { ChildProcessError, runInChildProcess } from '#server/platform/process/child-process.ts'
import type { Lines } from '#server/platform/process/limit-concurrency.ts'
import { OUT_OF_MEMORY } from './file-intake.ts'
import * as sql from './queries.ts'
import type { Sample, SampleTask } from './sample-file.ts'
import { type ImportScope, kindOf, requireImport, showImport } from './show-import.ts'
import { hasContacts, mayForbidCalls, sampleColumns } from './understand-columns.ts'

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Files whose columns are looked at: each takes a process. */
    readonly sampledFiles: Lines
  }
}

const EXAMPLES = 3
const EXAMPLE_CHARACTERS_MAX = 60

/**
 * Stores a part of a file. Sending it again replaces it.
 * @throws Refusal `import_unknown`; `import_not_ready` if the file was already opened; `body_too_large`
 */
export async function receivePart(
  ctx: PlatformContext,
  scope: ImportScope,
  input: { importId: string; partNumber: number },
  body: Readable,
): Promise<{ bytesReceived: number }> {
  const row = await requireImport(ctx.database, scope, input.importId)
  if (input.partNumber * FILE_PART_BYTES >= Math.min(row.file_bytes, FILE_BYTES_MAX[row.kind]))
    throw new Refusal('body_too_large')
  const part = await readUpload(body, FILE_PART_BYTES)
  if (part) return savePartBytes(ctx, input, part)
  throw new Refusal('body_too_large.file_part', { values: { megabytes: FILE_PART_BYTES / 2 ** 20 } })
}

/** Stores a part whose bytes are in memory. */
export async function savePartBytes(
  ctx: PlatformContext,
  { importId, partNumber }: { importId: string; partNumber: number },
  bytes: Buffer,
): Promise<{ bytesReceived: number }> {
  const [saved] = await ctx.database.run(sql.savePart, { importId, partNumber, bytes, now: ctx.clock.now() })
  if (!saved) throw new Refusal('import_not_ready')
  return { bytesReceived: saved.bytes_received }
}

async function requireAllParts(ctx: PlatformContext, row: sql.ImportRow): Promise<number> {
  const [sum] = await ctx.database.run(sql.sumParts, { importId: row.import_id })
  const bytes = Number(sum?.bytes ?? 0)
  const bytesMax = FILE_BYTES_MAX[row.kind]
  if (bytes > bytesMax)
    throw new FileProblem(
      `The file is larger than ${bytesMax / 2 ** 20} MB. Compress it with gzip, or send it in parts.`,
    )
  const isGapless = sum?.parts === (sum?.last ?? -1) + 1 && (sum?.shortest ?? FILE_PART_BYTES) === FILE_PART_BYTES
  if (!isGapless || bytes !== row.file_bytes) {
    if (row.state !== 'waiting') throw new Refusal('import_not_ready.file_gone')
    throw new Refusal('import_not_ready.parts_missing', { values: { bytes: row.file_bytes, received: bytes } })
  }
  return bytes
}

const FLAGS = ['--max-old-space-size=256']
/** A workbook of many sheets takes seconds. */
const SAMPLED_WITHIN_MS = minutes(2)

/** @throws FileProblem */
async function sampleFile(ctx: PlatformContext, importId: string, bytes: number) {
  const databaseUrl = ctx.database.pool.options.connectionString
  invariant(databaseUrl, 'the pool has an address')
  const task: SampleTask = { databaseUrl, importId, parts: Math.ceil(bytes / FILE_PART_BYTES) }
  let found: Sample = { problem: OUT_OF_MEMORY }
  const read = () =>
    runInChildProcess<Sample>(new URL('./sample-file.ts', import.meta.url), task, {
      signal: AbortSignal.timeout(SAMPLED_WITHIN_MS),
      flags: FLAGS,
      onMessage: (message) => {
        found = message
      },
    })
  const { sampledFiles } = ctx.node
  if (sampledFiles.isFull('')) throw new Refusal('unavailable')
  await sampledFiles.run('', read).catch((error: unknown) => {
    if (!(error instanceof ChildProcessError && error.isOutOfMemory)) throw error
  })
  if ('problem' in found) throw new FileProblem(found.problem)
  return found
}

/** Three that differ, from the start, the middle and the end of a file. */
function examplesOf({ values }: { values: readonly string[] }): string[] {
  const different = [...new Set(values.map((text) => text.slice(0, EXAMPLE_CHARACTERS_MAX)))]
  const places =
    different.length <= EXAMPLES ? different.keys() : [0, Math.floor(different.length / 2), different.length - 1]
  return [...places].flatMap((at) => different[at] ?? [])
}

/**
 * Confirms that all parts are there, and shows the columns with their first rows and a mapping.
 * @throws Refusal `import_unknown`; `import_not_ready` while parts are missing; `file_refused`
 */
export async function openFile(ctx: PlatformContext, scope: ImportScope, importId: string) {
  const row = await requireImport(ctx.database, scope, importId)
  if (!row.has_rows || row.state === 'lapsed') throw new Refusal('import_not_ready')
  const kind = kindOf(scope.kinds, row)
  try {
    const bytes = await requireAllParts(ctx, row)
    const { columns, sheets, rows } = await sampleFile(ctx, importId, bytes)
    const sampled = sampleColumns(columns, rows)
    const callColumns = sampled.filter(mayForbidCalls).map(({ name }) => name)
    const found = {
      importId,
      now: ctx.clock.now(),
      columns,
      sheets: JSON.stringify(sheets),
      callColumns,
      bytesReceived: bytes,
    }
    const opened = requireRow(await ctx.database.run(sql.markOpened, found), 'import_unknown')
    await kind.recordLook?.(ctx, opened, 'examples of each column')
    return {
      import: await showImport(ctx, scope, opened),
      columns: sampled.map((column) => ({
        name: column.name,
        examples: examplesOf(column),
        isContact: hasContacts(column),
        mayForbidCalls: callColumns.includes(column.name),
      })),
      ...(await kind.propose(ctx, opened, sampled)),
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    await ctx.database.run(sql.markRefused, { importId, now: ctx.clock.now(), problem: error.message })
    throw new Refusal('file_refused', { message: error.message })
  }
}
