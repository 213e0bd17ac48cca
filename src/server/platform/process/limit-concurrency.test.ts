import { expect, test } from 'vitest'
import { openLines } from './limit-concurrency.ts'

test('work of one name waits for its turn and fills its own line only', async () => {
  const lines = openLines({ callsMax: 2, waitingMax: 1 })
  const release = Promise.withResolvers<void>()
  const begun: string[] = []
  const work = (name: string) =>
    lines.run(name, async () => {
      begun.push(name)
      await release.promise
    })

  const calls = [work('busy'), work('busy'), work('busy'), work('calm')]
  await Promise.resolve()

  expect(begun).toEqual(['busy', 'busy', 'calm'])
  expect([lines.isFull('busy'), lines.isFull('calm')]).toEqual([true, false])
  release.resolve()
  await Promise.all(calls)
  expect(begun).toEqual(['busy', 'busy', 'calm', 'busy'])
  expect(lines.isFull('busy')).toBe(false)
})

test('work that fails leaves its place to the next', async () => {
  const lines = openLines({ callsMax: 1, waitingMax: 1 })

  const failing = lines.run('caller', () => Promise.reject(new Error('no')))
  const next = lines.run('caller', async () => 'done')

  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
