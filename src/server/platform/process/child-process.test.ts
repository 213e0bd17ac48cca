import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { aFolder } from '#testing/folders.ts'
import { ChildProcessError, runInChildProcess } from './child-process.ts'

const folder = aFolder()

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

test('a child that needs too much memory ends alone, and says why', async () => {
  const file = await fileWith('const kept = []\nfor (;;) kept.push(Array.from({ length: 1_000 }, Math.random))')

  const failure = await failureOf(runInChildProcess(file, {}, { flags: ['--max-old-space-size=32'] }))

  expect(failure).toBeInstanceOf(ChildProcessError)
  expect(failure).toMatchObject({ isOutOfMemory: true })
})

async function* bytesOf(count: number, failure?: Error) {
  for (let index = 0; index < count; index += 1) yield Buffer.alloc(65_536, 'x')
  if (failure) throw failure
}
const COUNT = 'let count = 0\nfor await (const bytes of process.stdin) count += bytes.length\nsendToParent({ count })'

test('a child reads what its parent is given, and one that reads no more keeps no one waiting', async () => {
  const counted: number[] = []
  const onMessage = ({ count }: { count: number }) => counted.push(count)

  await runInChildProcess(await fileWith(COUNT), {}, { stdin: bytesOf(100), onMessage })
  await runInChildProcess(await fileWith('process.stdin.destroy()'), {}, { stdin: bytesOf(1_000) })

  expect(counted).toEqual([6_553_600])
})

test('a child whose input fails is killed, and the failure is reported', async () => {
  const counted: number[] = []
  const options = { stdin: bytesOf(3, new Error('cut off')), onMessage: () => counted.push(1) }

  const failure = await failureOf(runInChildProcess(await fileWith(COUNT), {}, options))

  expect(failure).toEqual(new Error('cut off'))
  expect(counted).toEqual([])
})
