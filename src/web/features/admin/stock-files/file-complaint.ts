import { STOCK_FILE_BYTES_MAX } from '#contract/admin/stock-files.ts'
import { csvComplaint } from '#web/lib/file-imports.ts'

/** Says why a stock file cannot be imported; undefined if it is worth sending. */
export const fileComplaint = (file: Pick<File, 'name' | 'size'>): string | undefined =>
  csvComplaint(file, { bytesMax: STOCK_FILE_BYTES_MAX, advice: 'Import single states, or leave out columns.' })
