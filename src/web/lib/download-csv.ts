import { CSV_TYPE } from '#contract/csv-type.ts'
import { downloadFile } from './download-file.ts'

/** Downloads a table that was made here. */
export const downloadCsv = (name: string, text: string): void => downloadFile(name, CSV_TYPE, text)
