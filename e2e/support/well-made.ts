/** What every screen has to be, whoever looks at it and on what. */
import axe, { type RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    /** In a page that was looked at. */
    axe: typeof axe
  }
}

/** The widths at which every screen is walked to. */
export const SCREENS = [{ width: 1280 }, { width: 320 }] as const
const NARROWEST = Math.min(...SCREENS.map(({ width }) => width))

/**
 * Nothing that axe finds, nothing that must be scrolled sideways. A theme changes colors and nothing else, so in the other
 * theme only these are looked at again; the page stays in that one. The narrowest width is left out of that: it changes where
 * things stand and no color, and every screen is walked to at the wide one too.
 *
 * @param part a selector: only this part of the page is looked at by axe, e.g. an open dialog
 */
export async function expectWellMade(page: Page, screen: string, part = 'html'): Promise<void> {
  await settle(page)
  expect.soft(await findingsOf(page, part), screen).toEqual([])
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overhang, `${screen}, width beyond the window`).toBe(0)

  if (page.viewportSize()?.width === NARROWEST) return
  const theme = await changeTheme(page)
  const colors = await findingsOf(page, part, ['color-contrast'])
  expect.soft(colors, `${screen}, ${theme}`).toEqual([])
}

/** @param rules only these; all of them when left out */
async function findingsOf(page: Page, part: string, rules?: string[]): Promise<string[]> {
  for (const frame of page.frames()) await bringAxe(frame)
  return page.evaluate(
    async ({ selector, runOnly }) => {
      // Without what axe would fetch first: style sheets for a rule that is an experiment, and sound, of which there is none.
      const options: RunOptions = { resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }) }
      const { violations } = await window.axe.run(selector, options)
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
    },
    { selector: part, runOnly: rules },
  )
}

/** Once per document: to read its half megabyte takes as long as a look at a whole screen. */
async function bringAxe(frame: Frame): Promise<void> {
  // One that is replaced while it is looked at would never answer.
  await frame.waitForLoadState()
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
}

async function changeTheme(page: Page): Promise<'light' | 'dark'> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const colorScheme = isDark ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme })
  await settle(page)
  return colorScheme
}

/** Without movement, even the shortest: what inherits a color would begin its own after that, frame after frame. */
const STILL = '*, *::before, *::after { transition: none !important; animation: none !important }'
const QUIET_FRAMES = 3

/** Waits until every color has arrived, where it is read. The page stays still from then on. */
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
