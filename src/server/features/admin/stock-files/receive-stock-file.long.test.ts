/** What stock files may contain, what is said about refused ones, and what an export contains. */
import { beforeEach, describe, expect, test } from 'vitest'
import { STOCK_FILE_BYTES_MAX, STOCK_FILE_ROWS_MAX } from '#contract/admin/stock-files.ts'
import { VIP, withStockFiles } from '#testing/stock-files.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const files = withStockFiles(store)
beforeEach(() => files.reset())

describe('a stock file', () => {
  test.each([
    ['a million rows', `${VIP},5\n`.repeat(1_000_000)],
    ['a row and then blank ones', `${VIP},5\n${',\n\n'.repeat(STOCK_FILE_ROWS_MAX / 2)}`],
  ])('of %s is refused and leaves nothing behind', async (_what, rows) => {
    const before = await files.leftRows()
    const reply = await files.check(`package_id,available\n${rows}`)
    expect(reply.body.message).toContain(`more than ${STOCK_FILE_ROWS_MAX.toLocaleString('en-US')} rows`)
    expect(await files.leftRows()).toBe(before)
  })

  test('of 30 MB is refused, naming the limit', async () => {
    const row = `${VIP},5,${'x'.repeat(900)}\n`
    const reply = await files.check(`package_id,available,note\n${row.repeat(Math.ceil((30 * 2 ** 20) / row.length))}`)
    expect(reply).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
    expect(reply.body.message).toContain(`${STOCK_FILE_BYTES_MAX / 2 ** 20} MB`)
  })
})
