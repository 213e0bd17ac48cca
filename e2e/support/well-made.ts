/** What every screen has to be, whoever looks at it and on what. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The widths at which every screen is walked to. */
export const SCREENS = [{ width: 1280 }, { width: 320 }] as const
const NARROWEST = Math.min(...SCREENS.map(({ width }) => width))

/**
 * Nothing that axe finds, nothing that must be scrolled sideways. A theme changes colours and nothing else, so in the other
 * theme only these are looked at again; the page stays in that one. The narrowest width is left out of that: it changes where
 * things stand and no colour, and every screen is walked to at the wide one too.
 *
 * @param part a selector: only this part of the page is looked at by axe, e.g. an open dialog
 */
export async function expectWellMade(page: Page, screen: string, part = 'html'): Promise<void> {
  await settle(page)
  expect.soft(await findingsOf(axeFor(page, part)), screen).toEqual([])
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overhang, `${screen}, width beyond the window`).toBe(0)

  if (page.viewportSize()?.width === NARROWEST) return
  const theme = await changeTheme(page)
  const colours = await findingsOf(axeFor(page, part).withRules(['color-contrast']))
  expect.soft(colours, `${screen}, ${theme}`).toEqual([])
}

/** Its usual way opens an empty page for every look, for frames of other origins; the stores here have none. */
const axeFor = (page: Page, part: string) =>
  new AxeBuilder({ page })
    .setLegacyMode(true)
    .include(part)
    .options({ resultTypes: ['violations'] })

async function findingsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
}

async function changeTheme(page: Page): Promise<'light' | 'dark'> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const colorScheme = isDark ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme })
  await settle(page)
  return colorScheme
}

/** Without movement, even the shortest: what inherits a colour would begin its own after that, frame after frame. */
const STILL = '*, *::before, *::after { transition: none !important; animation: none !important }'
const QUIET_FRAMES = 3

/** Waits until every colour has arrived, where it is read. The page stays still from then on. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    async ({ rules, frames }) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      if (document.adoptedStyleSheets.length === 0) document.adoptedStyleSheets = [sheet]
      for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame)
    },
    { rules: STILL, frames: QUIET_FRAMES },
  )
}
