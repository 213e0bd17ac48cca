import { STOCK_FILE_BYTES_MAX } from '#contract/admin/stock-files.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'

/** What can be said against a file before it is sent; undefined for one that is worth sending. */
export function fileComplaint({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (/\.(xlsx?|xlsm|ods|numbers)$/i.test(name)) {
    return `“${name}” is a workbook. In the spreadsheet, save the sheet as “CSV UTF-8”, and choose that file.`
  }
  if (size === 0) return `“${name}” is empty.`
  if (size > STOCK_FILE_BYTES_MAX) {
    return `“${name}” has ${formatBytes(size)}; ${STOCK_FILE_BYTES_MAX / 2 ** 20} MB is the most. Import single states, or leave out columns.`
  }
  return undefined
}
