import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { aFolder } from '#testing/folders.ts'

const folder = aFolder()

test('it has a function for every call that accepts a key, and no other', async () => {
  await promisify(execFile)(process.execPath, [resolve(import.meta.dirname, 'write-client.ts'), folder])

  const text = await readFile(join(folder, 'store-client.ts'), 'utf8')
  const functions = [...text.matchAll(/^ {2}(\w+)\(.*[{:]/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'constructor')

  const open = ALL_ENDPOINTS.filter(({ key }) => key !== undefined).map(({ name }) => name)
  expect(functions.toSorted()).toEqual(open.toSorted())
})
