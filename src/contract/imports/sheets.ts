/** The sheets of a workbook, and how rows are numbered in all of them. */
import * as z from 'zod/mini'

export const FileSheet = z.object({
  name: z.string(),
  /** Under its header, with something in them. */
  rows: z.int(),
  /** Whether it has the same header as the sheet with the most rows. */
  isRead: z.boolean(),
})
export type FileSheet = z.infer<typeof FileSheet>

/** More than the rows of a sheet, and of the longest text. */
const ROWS_OF_SHEET = 2 ** 21
/** So many sheets keep row numbers within 31 bits. */
export const SHEETS_MAX = 1_000

/** Numbers a row among those of all sheets. @param row as a spreadsheet counts, from 1 */
export const rowNumberIn = (sheet: number, row: number): number => sheet * ROWS_OF_SHEET + row

/** Names a row as a person finds it: `12`, or `12 of June` where several sheets are read. */
export function rowName(sheets: readonly FileSheet[], rowNumber: number): string {
  const row = String(rowNumber % ROWS_OF_SHEET)
  if (sheets.filter(({ isRead }) => isRead).length < 2) return row
  return `${row} of ${sheets[Math.floor(rowNumber / ROWS_OF_SHEET)]?.name ?? 'another sheet'}`
}
