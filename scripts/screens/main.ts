/**
 * `npm run screens [words …]`: takes a picture of every screen and state into ./screens, at two widths and in both
 * themes, and writes the page that shows them. Git ignores that folder; the few pictures that the docs show are copied
 * to docs/pictures. With words, it takes only the screens whose name contains one. If a state does not come up, it is
 * named at the end, and the command fails.
 */
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { say, withLaboratory } from '../../bench/lab/laboratory.ts'
import { launchChromium } from '../../e2e/support/chromium.ts'
import { startCompressor } from './compress.ts'
import { indexPage, pictureName, THEMES, type Theme, WIDTHS, type Width } from './picture.ts'
import type { Screen } from './screen.ts'
import { leave, SCREENS } from './screens.ts'
import { openShop, type Shop } from './shop.ts'
import { holdStill, takePicture } from './still-picture.ts'

const FOLDER = resolve(import.meta.dirname, '../../screens')
const DOCS_FOLDER = resolve(import.meta.dirname, '../../docs/pictures')
/** Changes with every build of the pages (scripts/lib/build-web.mjs). */
const BUILT_STAMP = resolve(import.meta.dirname, '../../dist/web/.stamp')
/** How long a state may take to come up before it counts as missing. */
const PATIENCE_MS = 12_000
const HEIGHTS: Readonly<Record<Width, number>> = { 375: 760, 1440: 900 }

const words = process.argv.slice(2)
const nameOf = ({ screen, state }: Screen): string => `${screen}-${state}`
const chosen = SCREENS.filter((one) => words.length === 0 || words.some((word) => nameOf(one).includes(word)))
if (chosen.length === 0) {
  say(`No screen is named so. There are: ${SCREENS.map(nameOf).join(', ')}`)
  process.exit(2)
}

await mkdir(FOLDER, { recursive: true })
const builtBefore = await readFile(BUILT_STAMP, 'utf8')
const missing = await withLaboratory(async (lab) => {
  const shop = await openShop(lab)
  const browser = await launchChromium()
  try {
    const compress = await startCompressor(browser)
    const found: string[] = []
    for (const one of chosen) found.push(...(await takeScreen({ browser, compress, shop }, one)))
    return found
  } finally {
    await browser.close()
  }
})

const known = new Set(SCREENS.flatMap((one) => variants().map(({ width, theme }) => pictureName(one, width, theme))))
const pictures = (await readdir(FOLDER)).filter((file) => /\.(png|webp)$/.test(file))
// Readers would believe pictures of screens that are no longer in the table.
for (const file of pictures) if (!known.has(file)) await rm(join(FOLDER, file))
await writeFile(join(FOLDER, 'README.md'), indexPage(SCREENS, new Set(pictures)))
for (const file of await readdir(DOCS_FOLDER)) {
  if (pictures.includes(file)) await copyFile(join(FOLDER, file), join(DOCS_FOLDER, file))
}

say(`\n${chosen.length} states in ${THEMES.length} themes, ${missing.length} missing`)
for (const line of missing) say(`  missing: ${line}`)
if ((await readFile(BUILT_STAMP, 'utf8').catch(() => '')) !== builtBefore) {
  say('The pages were built anew meanwhile, under the store that was photographed: run the command again.')
  process.exit(1)
}
process.exit(missing.length > 0 ? 1 : 0)

interface Studio {
  browser: Browser
  compress: (png: Buffer) => Promise<Buffer>
  shop: Shop
}

function variants(): { width: Width; theme: Theme }[] {
  return WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })))
}

/** Takes one state in all variants. @returns a line for each theme in which it did not come up */
async function takeScreen(studio: Studio, one: Screen): Promise<string[]> {
  // An old picture of a missing state would hide that it is missing.
  for (const { width, theme } of variants()) await rm(fileOf(one, width, theme), { force: true })
  const found: string[] = []
  for (const theme of THEMES) {
    const failure = await takeTheme(studio, one, theme)
    if (failure) found.push(`${nameOf(one)} (${theme}): ${failure}`)
  }
  say(`  ${nameOf(one)}${found.length > 0 ? ' MISSING' : ''}`)
  return found
}

function fileOf(one: Screen, width: Width, theme: Theme): string {
  return join(FOLDER, pictureName(one, width, theme))
}

/** Goes there once and takes both widths: the layout follows the window, the card's frame keeps its first theme. */
async function takeTheme({ browser, compress, shop }: Studio, one: Screen, theme: Theme): Promise<string | null> {
  // A new visitor each time, so that no picture depends on the one before.
  const context = await browser.newContext({
    baseURL: shop.url,
    colorScheme: theme,
    viewport: { width: WIDTHS[0], height: HEIGHTS[WIDTHS[0]] },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  try {
    await one.show(page, shop)
    await holdStill(page, { keepsDays: one.isOfDays ?? false })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHTS[width] })
      const png = await takePicture(page, { isTall: one.isTall ?? false })
      await writeFile(fileOf(one, width, theme), await compress(png))
    }
    return null
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 3).join(' ').slice(0, 240)
  } finally {
    await leave(page).catch((error) => say(`  ${nameOf(one)}: the cart was not emptied: ${String(error)}`))
    await context.close()
  }
}
