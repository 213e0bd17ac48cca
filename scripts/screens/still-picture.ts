/** Makes a page hold still, so that the same screen gives the same picture at every run, at any hour. */
import type { Page } from 'playwright-core'

/** Long pages are shown down to here; the rest is more of the same. */
const HEIGHT_MAX = 2_400

/** When the page has not changed for this long, the parts that load on their own have arrived. */
const QUIET_MS = 350
const SETTLED_WITHIN_MS = 3_000

const A_DAY = 'Jun 9, 2026'

/** [what differs from run to run, what the picture shows instead] */
const CHANGING_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\bLY-[0-9A-Z]{8}\b/g, 'LY-7K2M9QXD'],
  [/\bpi_\w{8,}/g, 'pi_3Qx7Lm2eZvKYlo2C'],
  [
    /\b(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), [A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2}\s[AP]M [A-Z]{2,4}\b/g,
    'Wed, Jun 10, 9:30 AM CDT',
  ],
  [/\b[A-Z][a-z]+ \d{1,2}, 20\d\d at \d{1,2}:\d{2}\s[AP]M [A-Z]{2,4}\b/g, 'June 10, 2026 at 9:30 AM CDT'],
  [/\b[A-Z][a-z]+day, [A-Z][a-z]+ \d{1,2} at \d{1,2}:\d{2}\s[AP]M [A-Z]{2,4}\b/g, 'Wednesday, June 10 at 10:30 AM EDT'],
  [/\b20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC\b/g, '2026-06-09 14:30:15 UTC'],
  [/\b[A-Z][a-z]{2} \d{1,2}, 20\d\d, \d{1,2}:\d{2}\s[AP]M\b/g, 'Jun 9, 2026, 9:30 AM'],
  [/\b[A-Z][a-z]{2} \d{1,2}, 20\d\d(?!, \d)/g, A_DAY],
  [/\b\d{1,2}:\d{2}:\d{2}\s[AP]M\b/g, '9:30:15 AM'],
  [/\bin 2\d h \d+ min\b/g, 'in 23 h 59 min'],
  // Of a link that expires soon.
  [/\bin 1 h \d+ min\b/g, 'in 1 h 39 min'],
  [/\b2\d:[0-5]\d:[0-5]\d\b(?! UTC)/g, '23:59:30'],
  // The store's address, and a link's token.
  [/\bhttp:\/\/127\.0\.0\.1:\d+\//g, 'https://store.example/'],
  [/(?<![\w-])[\w-]{32}(?![\w-])/g, 'kQ7m2XvR9sT4uWbY6zLpNc3dFhJe8aGo'],
  // Countdowns: minutes and seconds, with hours for the long ones.
  [/\b\d:[0-5]\d:[0-5]\d\b(?!\s[AP]M)/g, '1:59:30'],
  [/(?<![\d:])[0-5]?\d:[0-5]\d(?!:|\d|\s?[AP]M| UTC)/g, '29:30'],
]

/** The part of a countdown's ring that is left; the same text is next to it. */
const STILL_STYLES = '[role=timer] circle { stroke-dashoffset: 6 !important }'

/**
 * Replaces what changes with time by fixed words, again after each tick, because a countdown would otherwise overwrite
 * them before the picture is taken. Call it once, when the state is on the screen.
 *
 * @param options.keepsDays calendar days stay as they are
 */
export async function holdStill(page: Page, options: { keepsDays: boolean }): Promise<void> {
  const changing = CHANGING_TEXTS.filter(([, words]) => !(options.keepsDays && words === A_DAY))
  const texts = changing.map(([pattern, words]) => ({ source: pattern.source, words }))
  await page.evaluate(replaceChanging, { texts, styles: STILL_STYLES })
}

/**
 * Takes the picture, as PNG.
 *
 * @param options.isTall the whole page, down to a limit, instead of the visible part
 */
export async function takePicture(page: Page, options: { isTall: boolean }): Promise<Buffer> {
  await page.evaluate(settle, { quietMs: QUIET_MS, patienceMs: SETTLED_WITHIN_MS })
  const window = page.viewportSize()
  if (options.isTall && window) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ ...window, height: Math.min(HEIGHT_MAX, Math.max(window.height, height)) })
  }
  return page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' })
}

/** Runs in the page. It uses a constructed style sheet, because the Content-Security-Policy forbids style elements. */
function replaceChanging({ texts, styles }: { texts: { source: string; words: string }[]; styles: string }): void {
  const patterns = texts.map(({ source, words }) => ({ pattern: new RegExp(source, 'g'), words }))
  const still = new CSSStyleSheet()
  still.replaceSync(styles)
  document.adoptedStyleSheets.push(still)
  const replaceAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? ''
      const stillText = patterns.reduce((left, { pattern, words }) => left.replace(pattern, words), text)
      if (stillText !== text) node.nodeValue = stillText
    }
  }
  replaceAll()
  new MutationObserver(replaceAll).observe(document.body, { subtree: true, childList: true, characterData: true })
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
