import { expect, test } from 'vitest'
import { FILE_BYTES_MAX } from '#contract/imports/imports.ts'
import { fileError } from './imports-data.ts'

test.each([
  [{ name: 'leads.xls', size: 5 }, 'neither CSV nor XLSX'],
  [{ name: 'leads.zip', size: 5 }, 'is an archive'],
  [{ name: 'leads.csv', size: 0 }, 'is empty'],
  [{ name: 'leads.csv', size: FILE_BYTES_MAX.leads + 1 }, '512 MB is the limit'],
])('does not send a file %j', (file, words) => {
  expect(fileError(file, 'leads')).toContain(words)
})

test.each(['a.csv', 'a.csv.gz', 'a.xlsx'])('sends a table, compressed or not: %s', (name) => {
  expect(fileError({ name, size: 5 }, 'leads')).toBeUndefined()
})
