import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChildProcessError, runInChildProcess } from './child-process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadyard-child-'))
})
afterAll(() => rm(folder, { recursive: true }))

const OURS = JSON.stringify(new URL('./child-process.ts', import.meta.url).href)

/** A file that runs `code` with `input` and `sendToParent`. */
async function fileWith(code: string): Promise<URL> {
  const file = join(folder, `${crypto.randomUUID()}.mjs`)
  const start = `import { readInput, sendToParent } from ${OURS}\nconst input = await readInput()\n`
  await writeFile(file, start + code)
  return pathToFileURL(file)
}

const failureOf = async (run: Promise<void>) =>
  run.then(
    () => null,
    (error: unknown) => error,
  )

test('passes on every message in order before it reports the end', async () => {
  const file = await fileWith(
    'for (let index = 0; index < input.count; index++) sendToParent({ index, text: "x".repeat(10_000) })',
  )
  const seen: number[] = []

  await runInChildProcess<{ index: number }>(file, { count: 500 }, { onMessage: ({ index }) => seen.push(index) })

  expect(seen).toEqual(Array.from({ length: 500 }, (_, index) => index))
})

test('a child that throws reports its error', async () => {
  const failure = await failureOf(
    runInChildProcess(await fileWith('throw new Error("no " + input.name)'), { name: 'luck' }),
  )

  expect(failure).toBeInstanceOf(ChildProcessError)
  expect(failure).toMatchObject({ isOutOfMemory: false, message: expect.stringContaining('no luck') })
})

test('an aborted signal kills the child, even one that never ends', async () => {
  const stop = new AbortController()
  const file = await fileWith('sendToParent({})\nfor (;;);')

  const failure = await failureOf(runInChildProcess(file, {}, { onMessage: () => stop.abort(), signal: stop.signal }))

  expect(failure).toMatchObject({ message: expect.stringContaining('SIGKILL') })
})
