import { LEAD_FILE_BYTES_MAX } from '#contract/admin/lead-files.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'

/** What can be said against a file before it is sent; undefined for one that is worth sending. */
export function fileComplaint({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (/\.(xlsx?|xlsm|ods|numbers)$/i.test(name)) {
    return `“${name}” is a workbook. In the spreadsheet, save the sheet as “CSV UTF-8”, and choose that file.`
  }
  if (/\.(zip|7z|rar)$/i.test(name)) {
    return `“${name}” is an archive. Take the CSV file out of it, or compress it with gzip (.gz).`
  }
  if (size === 0) return `“${name}” is empty.`
  if (size > LEAD_FILE_BYTES_MAX) {
    return `“${name}” has ${formatBytes(size)}; ${LEAD_FILE_BYTES_MAX / 2 ** 20} MB is the most. Compress it with gzip (.gz), or import it in parts.`
  }
  return undefined
}
