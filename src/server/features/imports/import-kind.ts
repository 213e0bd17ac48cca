/** What one kind of import (leads, stock, own lists) adds to the steps that all take. */
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import type { ImportKind as Kind } from '#contract/imports/imports.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { ReadSum } from './file-intake.ts'
import { type ImportRow, touchImport } from './queries.ts'
import type { SampledColumn } from './understand-columns.ts'

export type { ImportRow }

/** Records that a step goes forward. */
export async function recordStep(ctx: PlatformContext, { import_id: importId }: ImportRow): Promise<void> {
  await ctx.database.run(touchImport, { importId, now: ctx.clock.now() })
}

export interface Proposal {
  mapping: LeadMapping
  /** Two addresses that could be the property's; empty if it is clear. */
  choices: LeadMapping[]
  isRemembered: boolean
}

/** What a check found. */
export interface Checked {
  /** Null: the file can be applied. */
  problem: string | null
  refusedRows: number
  preview: object
}

/** How far applying or undoing is, in rows, and what it did. */
export interface Progress {
  rows: number
  done: number
  undone: number
  outcome: Record<string, number>
}

export interface ImportKind {
  readonly name: Kind
  /** What the ids of its imports begin with. */
  readonly idStart: string
  /** The job that takes its steps. */
  readonly job: string
  /** Its files are read one after the other, whatever comes; the jobs of the store go on beside them. */
  readonly queue?: string
  /** Only one import of the kind is applied or undone at a time. */
  readonly isOneAtWork: boolean
  /** The table that a file's rows are copied into: partitioned by `upload_no`, with what to index and to analyze. */
  readonly rows: RowsTable
  /** Runs in the process that reads a file: calls `readFileAs`. */
  readonly reader: URL
  /** Why it cannot be checked with a mapping that has all it needs, as a sentence; null if it can. */
  findProblem?(mapping: LeadMapping, row: ImportRow): string | null
  propose(ctx: PlatformContext, row: ImportRow, columns: readonly SampledColumn[]): Promise<Proposal>
  /** Keeps a mapping for the next file of the same source. */
  remember?(ctx: PlatformContext, tx: Transaction, row: ImportRow, mapping: LeadMapping): Promise<void>
  /** Records that a member saw rows, if they are personal. */
  recordLook?(ctx: PlatformContext, row: ImportRow, what: string): Promise<void>
  /** What the reading process needs besides the file and the mapping. */
  readerOptions(ctx: PlatformContext, row: ImportRow): Promise<object>
  /** Whether the file must be read again, because its rows have changed what its mapping says. */
  readAgain?(ctx: PlatformContext, row: ImportRow, sum: ReadSum): Promise<boolean>
  /** Prepares the check of what was read, outside its transaction. @returns why the file is refused, as a sentence */
  beforeCheck?(
    ctx: PlatformContext,
    row: ImportRow,
    reading: { uploadNo: number; sum: ReadSum },
  ): Promise<string | null>
  /** Compares what was read with what the store has. Changes nothing else. */
  check(
    ctx: PlatformContext,
    tx: Transaction,
    reading: { row: ImportRow; uploadNo: number; sum: ReadSum },
  ): Promise<Checked>
  /** @throws Refusal if it cannot be applied now; writes what it starts to the audit log */
  beginApplying(ctx: PlatformContext, tx: Transaction, row: ImportRow): Promise<void>
  /** Applies what is left. @returns why it has to be taken back, if its rows were lost */
  apply(ctx: PlatformContext, row: ImportRow, uploadNo: number): Promise<string | null>
  /** Absent: it cannot be undone. @throws Refusal if it cannot be undone now */
  beginUndoing?(ctx: PlatformContext, tx: Transaction, row: ImportRow): Promise<void>
  undo?(ctx: PlatformContext, row: ImportRow): Promise<void>
  progress(ctx: PlatformContext, row: ImportRow): Promise<Progress | null>
  /** Deletes what a check wrote about an upload besides rows and refused rows. */
  dropParts?(tx: Transaction, uploadNo: number): Promise<void>
}

export interface RowsTable {
  readonly table: string
  /** The columns of the lines that are copied, in their order. */
  readonly columns: string
  readonly index: string
  readonly statistics: string
}
