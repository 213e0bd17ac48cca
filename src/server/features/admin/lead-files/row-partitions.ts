/** Puts the rows of each upload into their own partition. */
import type { PlatformContext } from '#server/platform/context.ts'
import { dropPartition, listPartitions, type Partition } from '#server/platform/partition.ts'
import { dropLostRefusals, listKnownUploads } from './retention-queries.ts'

const TABLE = 'lead_import_rows'

/** Like `lead_import_rows_by_place`. */
export const ROW_INDEX = 'upload_no, place_no, property_key'

/**
 * The columns that PostgreSQL needs statistics for. Looking at the rest, texts and lists that are not compared, would
 * take four times as long.
 */
export const ROW_STATISTICS = 'upload_no, row_no, place_no, verdict, acquired_at, property_key, owner_key'

/** The partition of an upload. */
export const partitionOf = (uploadNo: number): Partition => ({ table: TABLE, column: 'upload_no', value: uploadNo })

/** Drops the rows of an upload, which are personal. */
export async function dropRows(ctx: PlatformContext, uploadNo: number | null): Promise<void> {
  if (uploadNo !== null) await dropPartition(ctx.database, partitionOf(uploadNo))
}

/** Drops the rows of uploads that no import continues: what a killed node started, or did not drop at its end. */
export async function dropLostRows(ctx: PlatformContext): Promise<void> {
  await ctx.database.run(dropLostRefusals)
  const values = await listPartitions(ctx.database, TABLE)
  if (values.length === 0) return
  const known = new Set(
    (await ctx.database.run(listKnownUploads, { uploadNos: values })).map(({ upload_no }) => upload_no),
  )
  for (const value of values) if (!known.has(value)) await dropRows(ctx, value)
}
