import { sampleFileSheet } from '#contract/delivery/sample-leads.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { csvOf, workbookOf } from './make-files.ts'

const SAMPLE = { isDownload: true, isSameForAll: true } as const

/** Makes the sample as the CSV file that buyers get. */
export const makeSampleCsv = async (): Promise<FileReply> => ({
  ...SAMPLE,
  name: 'sample-leads.csv',
  bytes: csvOf(sampleFileSheet()),
})

/** Makes the sample as the workbook that buyers get. */
export const makeSampleXlsx = async (): Promise<FileReply> => ({
  ...SAMPLE,
  name: 'sample-leads.xlsx',
  bytes: workbookOf(sampleFileSheet()),
})
