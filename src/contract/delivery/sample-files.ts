/** The files with sample leads that everyone may download: made by the code that makes a buyer's files. */
import { CSV_TYPE } from '#contract/csv-type.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { XLSX_TYPE } from './delivery.ts'

export const downloadSampleCsv = defineEndpoint('anyone', 'GET', '/api/sample-leads/csv', {
  key: 'any',
  summary: 'A lead file as a buyer gets it, with invented people, as CSV.',
  file: CSV_TYPE,
})

export const downloadSampleXlsx = defineEndpoint('anyone', 'GET', '/api/sample-leads/xlsx', {
  key: 'any',
  summary: 'The same as a workbook.',
  file: XLSX_TYPE,
})
