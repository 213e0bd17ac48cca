/** Checks that apply to every screen, on any device. */
import axe, { type RunOptions } from 'axe-core'
import type { Frame, Page, ViewportSize } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    /** In a page that was looked at. */
    axe: typeof axe
  }
}

/** A small phone, on which every screen is walked to: what can be reached there can be reached everywhere. */
export const PHONE = { width: 320, height: 800 }
const DESKTOP = { width: 1280, height: 800 }

/**
 * Checks a screen as it is on a phone and on a desktop: nothing that axe finds, nothing that must be scrolled sideways. A theme
 * changes colors and nothing else, so in the other theme only these are looked at again, at one width; the page stays in that
 * one, and gets its own width back.
 *
 * @param part a selector: only this part of the page is looked at by axe, e.g. an open dialog
 */
export async function expectWellMade(page: Page, screen: string, part = 'html'): Promise<void> {
  const own = page.viewportSize() ?? DESKTOP
  const [first, second] = own.width < DESKTOP.width ? [PHONE, DESKTOP] : [DESKTOP, PHONE]
  await expectToFit(page, first, screen, part)
  await expectToFit(page, second, screen, part)
  const theme = await changeTheme(page)
  const colors = await findingsOf(page, part, ['color-contrast'])
  expect.soft(colors, `${screen}, ${theme}`).toEqual([])
  await resize(page, own)
}

async function expectToFit(page: Page, size: ViewportSize, screen: string, part: string): Promise<void> {
  await resize(page, size)
  await settle(page)
  expect.soft(await findingsOf(page, part), `${screen}, ${size.width} px wide`).toEqual([])
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overhang, `${screen}, ${size.width} px wide, beyond the window`).toBe(0)
}

/** Leaves a page alone that has the width already: nothing here depends on its height. */
async function resize(page: Page, size: ViewportSize): Promise<void> {
  if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size)
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
