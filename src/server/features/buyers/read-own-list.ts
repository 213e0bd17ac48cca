/** Reads a buyer's list in its own process. */
import { readFileAs } from '#server/features/imports/read-file.ts'
import { loadZipCounties } from '#server/features/stock/zip-counties.ts'
import { OwnListReader } from './own-list-reader.ts'

const zips = await loadZipCounties()

await readFileAs(
  (task, columns) => new OwnListReader({ secrets: { fingerprints: task.secret } }, zips, { ...task, columns }),
)
