/** The files with sample leads that everyone may download: made by the code that makes a buyer's files. */
import * as z from 'zod/mini'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { XLSX_TYPE } from './delivery.ts'

export const downloadSampleCsv = defineEndpoint({
  name: 'downloadSampleCsv',
  method: 'GET',
  path: '/api/sample-leads/csv',
  access: 'anyone',
  key: 'any',
  summary: 'A lead file as a buyer gets it, with invented people, as CSV.',
  file: CSV_TYPE,
  reply: z.any(),
  refusals: [],
})

export const downloadSampleXlsx = defineEndpoint({
  name: 'downloadSampleXlsx',
  method: 'GET',
  path: '/api/sample-leads/xlsx',
  access: 'anyone',
  key: 'any',
  summary: 'The same as a workbook.',
  file: XLSX_TYPE,
  reply: z.any(),
  refusals: [],
})
