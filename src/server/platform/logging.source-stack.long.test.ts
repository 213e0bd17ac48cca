import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { sourceStack } from './logging.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/**
 * A bundle whose second line came from line 5 of a source; the lines around it came from a package, which has no map.
 * Its folder has a space in its name, as people's folders do.
 */
async function bundle(map = true): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'leadyard bundle-'))
  folders.push(folder)
  const content = { version: 3, sources: ['../../src/server/shop.ts'], names: [], mappings: ';AAIA' }
  if (map) await writeFile(join(folder, 'main.js.map'), JSON.stringify(content))
  return pathToFileURL(join(folder, 'main.js'))
}

test('a position in the bundle is shown as its source, and all else stays', async () => {
  const file = await bundle()
  const stack = `Error: no\n    at sell (${file}:2:1)\n    at ${file}:2:1\n    at node:internal/timers:1:1`

  expect(sourceStack(stack, file)).toBe(
    'Error: no\n    at sell (src/server/shop.ts:5:1)\n    at src/server/shop.ts:5:1\n    at node:internal/timers:1:1',
  )
})

test.each([1, 3])('a position in a package stays unchanged: line %i', async (line) => {
  const file = await bundle()
  const stack = `Error: no\n    at parse (${file}:${line}:1)`

  expect(sourceStack(stack, file)).toBe(stack)
})

test('a stack is shown unchanged if the map is missing', async () => {
  const file = await bundle(false)
  const stack = `Error: no\n    at sell (${file}:2:1)`

  expect(sourceStack(stack, file)).toBe(stack)
})

test('a huge message, or one that names the bundle, is kept and causes no delay', async () => {
  const file = await bundle()
  const message = `${'a'.repeat(2_000_000)} ${file}: ${file}:x`

  expect(sourceStack(`Error: ${message}\n    at ${file}:2:1`, file)).toBe(
    `Error: ${message}\n    at src/server/shop.ts:5:1`,
  )
})
