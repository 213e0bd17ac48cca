/** Pictures of the screens of a journey, to look at: `PICTURES=./pictures npm test -- e2e/buy-a-package`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const HEIGHTS = { 375: 760, 1440: 900 } as const
/** Text stays sharp from this quality up. */
const QUALITY = 85
/** When a page has not changed for this long, the parts that load on their own have arrived. */
const QUIET_MS = 350
const SETTLED_WITHIN_MS = 3_000

interface Only {
  width?: keyof typeof HEIGHTS
  theme?: 'light' | 'dark'
}

/**
 * Writes what is on screen to `<name>-<width>-<theme>.webp`, on a phone and a desktop, in both themes; the page then
 * has its size and theme back. Does nothing unless pictures are asked for. Screens that `expectAccessibleAndFits`
 * checks need no other call.
 * @param only the one width or theme that is wanted
 */
export async function picture(page: Page, name: string, only: Only = {}): Promise<void> {
  const folder = process.env.PICTURES
  if (!folder) return
  await mkdir(folder, { recursive: true })
  const file = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const size = page.viewportSize()
  const own = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
  const devTools = await page.context().newCDPSession(page)
  for (const width of only.width ? [only.width] : ([375, 1440] as const)) {
    for (const theme of only.theme ? [only.theme] : (['light', 'dark'] as const)) {
      await page.setViewportSize({ width, height: HEIGHTS[width] })
      await page.emulateMedia({ colorScheme: theme })
      await page.evaluate(settle, { quietMs: QUIET_MS, patienceMs: SETTLED_WITHIN_MS })
      const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
      await writeFile(join(folder, `${file}-${width}-${theme}.webp`), Buffer.from(data, 'base64'))
    }
  }
  await devTools.detach()
  if (size) await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: own })
}

/** Runs in the page. A page that ticks is never completely quiet, so this gives up after a while. */
async function settle({ quietMs, patienceMs }: { quietMs: number; patienceMs: number }): Promise<void> {
  await document.fonts.ready
  await new Promise<void>((resolve) => {
    let quiet = setTimeout(resolve, quietMs)
    const observer = new MutationObserver(() => {
      clearTimeout(quiet)
      quiet = setTimeout(resolve, quietMs)
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
    setTimeout(resolve, patienceMs)
  })
}
