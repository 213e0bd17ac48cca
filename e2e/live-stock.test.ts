import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { packageRow, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

/** The browser's own lines about a stream that was cut or refused, and about the reads that replace it. */
const CUT = [/ERR_CONNECTION_RESET/, /ERR_INTERNET_DISCONNECTED/, /status of 503/]
const STREAM = '**/api/live/**'
/** How often a county is read while its stream does not come, and how often until the stream is tried again. */
const POLL_MS = 15_000
const POLLS_UNTIL_RETRY = 4

const { openPage } = withBrowser({ isReused: false })
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(() => store.setStock(VIP_JUNIOR.id, 9))

/** The county, on a page whose clock the test moves. */
async function openTravis(page: Page): Promise<void> {
  await page.clock.install()
  const stream = page.waitForRequest(STREAM)
  await page.goto(`/leads?state=${TRAVIS.state}&county=${TRAVIS.county}`)
  await seeStock(page, 9)
  await stream
}

const seeStock = (page: Page, count: number) =>
  packageRow(page, VIP_JUNIOR.name).getByText(`${count} available`).waitFor()

/** Counts how often the county is read; the stream is another address. */
function countReadings(page: Page): () => number {
  let readings = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/packages/')) readings += 1
  })
  return () => readings
}

test('a refused stream is replaced by a read every 15 seconds, and used again once it is available', async () => {
  const page = await openPage(store, { expects: CUT })
  await page.route(STREAM, (route) => route.fulfill({ status: 503, body: 'busy' }))
  await openTravis(page)
  await store.setStock(VIP_JUNIOR.id, 7)

  await page.clock.runFor(POLL_MS)
  await seeStock(page, 7)
  await page.unroute(STREAM)
  const stream = page.waitForRequest(STREAM)
  for (let poll = 1; poll < POLLS_UNTIL_RETRY; poll += 1) await page.clock.runFor(POLL_MS)
  await stream
  await store.setStock(VIP_JUNIOR.id, 5)

  await seeStock(page, 5)
})

test('a stream that is cut off shows the current stock once it is back, and the extra reads end', async () => {
  const page = await openPage(store, { expects: CUT })
  await openTravis(page)
  await store.setStock(VIP_JUNIOR.id, 8)
  await seeStock(page, 8)

  await page.context().setOffline(true)
  await store.setStock(VIP_JUNIOR.id, 4)
  await page.clock.runFor(POLL_MS)
  await page.context().setOffline(false)
  await seeStock(page, 4)

  const readings = countReadings(page)
  await store.setStock(VIP_JUNIOR.id, 2)
  await seeStock(page, 2)
  await page.clock.runFor(2 * POLL_MS)
  expect(readings()).toBe(0)
})
