import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { sourceStack } from './source-stack.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** A bundle whose second line came from line 5 of a source; the lines around it came from a package, which no map knows. */
async function bundle(map = true): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadyard-bundle-'))
  folders.push(folder)
  await mkdir(join(folder, 'dist/server'), { recursive: true })
  const file = join(folder, 'dist/server/main.js')
  const content = { version: 3, sources: ['../../src/server/shop.ts'], names: [], mappings: ';AAIA' }
  if (map) await writeFile(`${file}.map`, JSON.stringify(content))
  return file
}

test('a place in the bundle is named by its source, and all else stays', async () => {
  const file = await bundle()
  const stack = `Error: no\n    at sell (file://${file}:2:1)\n    at ${file}:2:1\n    at node:internal/timers:1:1`

  expect(sourceStack(stack)).toBe(
    'Error: no\n    at sell (src/server/shop.ts:5:1)\n    at src/server/shop.ts:5:1\n    at node:internal/timers:1:1',
  )
})

test.each([1, 3])('a place in a package stays as it is: line %i', async (line) => {
  const stack = `Error: no\n    at parse (file://${await bundle()}:${line}:1)`

  expect(sourceStack(stack)).toBe(stack)
})

test('a stack is told as it is when the map is gone', async () => {
  const stack = `Error: no\n    at sell (file://${await bundle(false)}:2:1)`

  expect(sourceStack(stack)).toBe(stack)
})
