/** Which slot a sale gets, and that it is taken for a year: over New Year too. */
import { expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { aLogStore, downloadProofs, slotsOf, verifyProofs } from '#testing/log-store.ts'
import { TestClock } from '#testing/test-clock.ts'
import { destroyYearKey, readLogKeys } from './log-keys.ts'

const clock = new TestClock()
const yearNow = () => clock.now().getUTCFullYear()
advanceTo(11, 20)
const log = await aLogStore(clock)

/** Moves the time forward to noon of a day of the year: this year's, or the next's if that is over. */
function advanceTo(month: number, day: number): void {
  const now = clock.now().getTime()
  const thisYear = Date.UTC(yearNow(), month, day, 12)
  clock.advance((thisYear > now ? thisYear : Date.UTC(yearNow() + 1, month, day, 12)) - now)
}

async function provenOf(token: string) {
  await log.publish()
  return log.provenOf(token)
}

test('a slot that is sold over New Year is taken under the labels of both years', async () => {
  const year = yearNow()
  const packageId = await log.aSharedPackage()
  const before = await log.deliver(packageId)
  const [first] = await provenOf(before.token)
  clock.advance(days(20))
  const after = await log.deliver(packageId)
  const proven = await provenOf(after.token)

  const second = proven.find(({ extra }) => extra.address === first?.extra.address)
  expect(first?.extra).toMatchObject({ year, generation: 0, slot: 1, cap: 10 })
  expect(second?.extra).toMatchObject({ year: year + 1, generation: 0, slot: 2, cap: 10 })
  // One property has one label a year, in both proofs: its proof is the same too.
  expect(second?.extra.labelProof).toBe(first?.extra.next.labelProof)
  expect(await log.audit()).toMatchObject({ code: 0 })

  await log.forgeSale(before.order.id)
  await log.publish()
  expect(await log.audit()).toMatchObject({ code: 1, said: expect.stringContaining('sells slot 1 again') })
})

test('proofs that a new policy refuses are made again, as long as its witnesses see them in time', async () => {
  advanceTo(11, 20)
  const [, two] = log.witnesses
  if (two) two.isDown = true
  const { token } = await log.deliver(await log.aSharedPackage())
  await log.publish()
  const kept = await downloadProofs(log.store, token)
  if (two) two.isDown = false
  await log.need('all')

  const stricter = kept.get('policy.txt')?.replace(' any ', ' all ') ?? ''
  expect(() => verifyProofs(new Map([...kept, ['policy.txt', stricter]]))).toThrow('Too few')
  clock.advance(hours(1))
  await expect(provenOf(token)).resolves.toHaveLength(25)
  advanceTo(0, 10)
  await log.deliver(await log.aSharedPackage())
  await expect(provenOf(token)).rejects.toThrow('Too few')
  await log.need('any')
  await expect(provenOf(token)).resolves.toHaveLength(25)
})

test('a proof is refused that witnesses saw in another year than its label’s', async () => {
  advanceTo(11, 28)
  const year = yearNow()
  for (const witness of log.witnesses) witness.isDown = true
  const { token } = await log.deliver(await log.aSharedPackage())
  for (const witness of log.witnesses) witness.isDown = false
  clock.advance(days(13))
  await expect(provenOf(token)).rejects.toThrow(`The label is of ${year}`)
})

test('the key of a year can be deleted once no sale under its labels is exclusive, and proofs still hold', async () => {
  const { token } = await log.deliver(await log.aSharedPackage())
  await log.publish()
  const files = await downloadProofs(log.store, token)
  const year = yearNow()
  const { keysPath } = log
  for (const early of [year - 1, year, year + 1])
    await expect(destroyYearKey(keysPath, early, clock.now())).rejects.toThrow('is in use until')
  expect((await readLogKeys(keysPath))?.years.has(year)).toBe(true)

  clock.advance(days(2 * 366))
  expect(await destroyYearKey(keysPath, year, clock.now())).toBe(true)
  expect(await destroyYearKey(keysPath, year, clock.now())).toBe(false)

  const kept = await readLogKeys(keysPath)
  expect([kept?.years.has(year), kept?.years.has(year + 1)]).toEqual([false, true])
  expect(verifyProofs(files)).toHaveLength(25)
  expect(slotsOf(await provenOf((await log.deliver(await log.aSharedPackage())).token))).toEqual(['0: 1 of 10'])
})
