import { launchChromium } from '../../e2e/support/chromium.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import { median } from '../lab/load.ts'
import { phoneSlowdown } from '../lab/machine-speed.ts'
import type { BenchOptions } from '../lab/options.ts'
import { atMost, type Row, whole } from '../lab/row.ts'

const PHONE = { width: 375, height: 760 }
/** The time in which an answer feels immediate. */
const BAR_MS = 100
/** Names, word order, a short form, a mistake, ZIP codes and a state. */
const QUERIES = ['austin', 'tx austin', 'st louis', 'philadelhpia', '78704', '10001', 'new york', 'california']
/** The browser reports events longer than this, rounded to 8 ms. */
const EVENT_MS_MIN = 16

/**
 * Types into the place search on a phone's processor and measures each key until the answer is painted, as the browser
 * itself reports it. The list of places is loaded and indexed before.
 */
export async function searchKeys(lab: Laboratory, { speed }: BenchOptions): Promise<Row[]> {
  const slowdown = phoneSlowdown(speed)
  const node = await lab.node()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: PHONE })
    const devTools = await page.context().newCDPSession(page)
    await page.goto(`${node.url}/leads`)
    const field = page.getByRole('combobox', { name: 'County, city or ZIP' }).first()
    await field.fill('austin')
    await page.getByRole('option').first().waitFor()
    await field.fill('')
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.evaluate((durationThreshold) => {
      const seen: number[] = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (entry.name === 'keydown') seen.push(entry.duration)
      }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
      Object.assign(globalThis, { seen })
    }, EVENT_MS_MIN)
    for (const query of QUERIES) {
      await field.pressSequentially(query, { delay: 150 })
      await page.getByRole('option').first().waitFor()
      await field.fill('')
    }
    const seen = await page.evaluate<number[]>('seen')
    // A key that is not reported was painted within the browser's smallest duration.
    const unseen = Math.max(0, QUERIES.join('').length - seen.length)
    const durations = [...seen, ...Array<number>(unseen).fill(EVENT_MS_MIN)]
    const slowest = Math.max(...durations)
    return [
      {
        what: `Place search on a phone’s processor (${slowdown.toFixed(1)} times slower than this): the slowest of ${durations.length} keys until its answer is painted`,
        measured: `${whole(slowest)} ms (median ${whole(median(durations))})`,
        ...atMost(slowest, BAR_MS, 'ms'),
      },
    ]
  } finally {
    await browser.close()
  }
}
