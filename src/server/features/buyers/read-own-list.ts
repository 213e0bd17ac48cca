/** Reads a buyer's list in its own process. */
import { readFileAs } from '#server/features/imports/read-file.ts'
import { OwnListReader } from './own-list-reader.ts'

await readFileAs((task, columns) => new OwnListReader({ secrets: { fingerprints: task.secret } }, { ...task, columns }))
