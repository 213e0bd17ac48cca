/**
 * Fails if the first load of `/`, `/leads`, a payment link, the sales dashboard or a tab of the administrators'
 * dashboard exceeds its budget, and lists what it contains; `node scripts/show-web-cost.ts` lists it by module. `node
 * scripts/check-web-size.ts [folder]`; the folder is dist/web by default.
 */
import { resolve } from 'node:path'
import { DASHBOARD_KB_MAX, kilobytes, measureWeb, sentKilobytes } from './lib/web-size.ts'

const folder = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../dist/web'))
const { first, dashboard, admin } = measureWeb(folder)
for (const { page, isBuilt } of first)
  if (!isBuilt) throw new Error(`The build has no file of the page ${page}; was it renamed?`)
if (admin.length === 0) throw new Error('The build has no tab of the administrators’ dashboard.')
for (const { page, chunks, maxKb } of [
  ...first,
  { page: '/sales-dashboard', chunks: dashboard, maxKb: DASHBOARD_KB_MAX },
  ...admin.map((one) => ({ ...one, maxKb: DASHBOARD_KB_MAX })),
]) {
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
