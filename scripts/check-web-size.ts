/**
 * Fails when the first load of `/leads` is larger than its budget, with the list of what it consists of.
 * `node scripts/check-web-size.ts [folder]`; the folder is dist/web unless another is named.
 */
import { resolve } from 'node:path'
import { kilobytes, LEADS_KB_MAX, measureWeb } from './lib/web-size.ts'

const folder = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../dist/web'))
const { leads } = measureWeb(folder)
const total = kilobytes(leads)
const sentence = `The first load of /leads is ${total.toFixed(1)} KB of JavaScript (gzip), of at most ${LEADS_KB_MAX}.`
if (total <= LEADS_KB_MAX) {
  console.log(sentence)
} else {
  for (const chunk of leads) console.error(`${kilobytes([chunk]).toFixed(1).padStart(8)} KB  ${chunk.file}`)
  console.error(
    `${sentence}\nLoad what is not needed at first paint with import(…), or say in a decision record why not.`,
  )
  process.exitCode = 1
}
