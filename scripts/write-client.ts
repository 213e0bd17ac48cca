/**
 * `npm run client`: writes the typed client for programs with an API key, one file that needs nothing but `fetch`, with
 * all calls that a key of a buyer, a member or an administrator can make. `npm run client -- ../my-program/src` writes
 * it into that folder.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { writeClient } from '#server/platform/reference/client-text.ts'

const [folder = 'client', ...others] = process.argv.slice(2)
if (others.length > 0 || folder.startsWith('-')) {
  console.error('Use: npm run client -- <folder>')
  process.exit(1)
}
const file = join(resolve(folder), 'store-client.ts')
await mkdir(resolve(folder), { recursive: true })
await writeFile(file, await writeClient(ALL_ENDPOINTS))
console.log(`Wrote ${file}`)
