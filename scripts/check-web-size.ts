/**
 * Fails if the first load of `/`, `/leads`, a payment link, the sales dashboard or a tab of the administrators' dashboard
 * exceeds its budget, and lists its files. `node scripts/check-web-size.ts [folder]`, by default dist/web.
 */
import { resolve } from 'node:path'
import { kilobytes, measureWeb, sentKilobytes } from './lib/web-size.ts'

const folder = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../dist/web'))
const pages = measureWeb(folder)
if (!pages.some(({ page }) => page.startsWith('/admin')))
  throw new Error('The build has no tab of the administrators’ dashboard.')
for (const { page, maxKb, isBuilt, chunks } of pages) {
  if (!isBuilt) throw new Error(`The build has no file of the page ${page}; was it renamed?`)
  const total = kilobytes(chunks)
  const sentence = `The first load of ${page} is ${total.toFixed(1)} KB of JavaScript (gzip), of at most ${maxKb}; ${sentKilobytes(chunks).toFixed(1)} KB as sent.`
  if (total <= maxKb) {
    console.log(sentence)
    continue
  }
  for (const chunk of chunks) console.error(`${kilobytes([chunk]).toFixed(1).padStart(8)} KB  ${chunk.file}`)
  console.error(
    `${sentence}\nLoad what is not needed at first paint with import(…), or say in a decision record why not.`,
  )
  process.exitCode = 1
}
