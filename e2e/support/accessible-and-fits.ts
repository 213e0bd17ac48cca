import axe, { type RunOptions } from 'axe-core'
import type { Frame, Page, ViewportSize } from 'playwright-core'
import { expect } from 'vitest'
import { isLong } from '#testing/lane.ts'
import { picture } from './picture.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** A small phone. Tests walk to every screen on it: what can be reached there can be reached everywhere. */
export const PHONE = { width: 320, height: 800 }
const DESKTOP = { width: 1280, height: 800 }
const CONTRAST = 'color-contrast'
const ALL_BUT_CONTRAST: RunOptions = { rules: { [CONTRAST]: { enabled: false } } }

/**
 * Checks a screen: axe finds nothing, and nothing has to be scrolled sideways. Here that is axe at the page's own width
 * and theme, and the width of a phone. The long lane asks axe at both widths, and about contrast, which costs it as much
 * as everything else, in both themes; the page then stays in the other theme. Gives the page its width back. Takes a
 * picture if they are asked for.
 * @param part a selector: axe checks only this part of the page, e.g. an open dialog
 */
export async function expectAccessibleAndFits(page: Page, screen: string, part = 'html'): Promise<void> {
  const own = page.viewportSize() ?? DESKTOP
  await settle(page)
  await expectNothingFound(page, screen, part)
  for (const size of isLong ? [PHONE, DESKTOP] : [PHONE]) {
    await resize(page, size)
    await expectToFit(page, screen)
    if (isLong && size.width !== own.width) await expectNothingFound(page, screen, part, ALL_BUT_CONTRAST)
  }
  if (isLong) {
    await changeTheme(page)
    await expectNothingFound(page, screen, part, { runOnly: [CONTRAST] })
  }
  await resize(page, own)
  await picture(page, screen)
}

async function expectNothingFound(page: Page, screen: string, part: string, rules: RunOptions = {}): Promise<void> {
  for (const frame of page.frames()) await bringAxe(frame)
  const found = await page.evaluate(
    async ({ selector, rules }) => {
      // axe would first fetch style sheets, for an experimental rule, and media, which the store doesn't have.
      const options: RunOptions = { resultTypes: ['violations'], preload: false, ...rules }
      const { violations } = await window.axe.run(selector, options)
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
    },
    { selector: part, rules },
  )
  expect.soft(found, `${screen}, ${page.viewportSize()?.width} px wide`).toEqual([])
}

async function expectToFit(page: Page, screen: string): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overhang, `${screen}, ${page.viewportSize()?.width} px wide, beyond the window`).toBe(0)
}

/** Skips a page that already has the width. Its height doesn't matter here. */
async function resize(page: Page, size: ViewportSize): Promise<void> {
  if (page.viewportSize()?.width === size.width) return
  await page.setViewportSize(size)
  await settle(page)
}

/** Runs once per document: reading its half megabyte takes as long as checking a whole screen. */
async function bringAxe(frame: Frame): Promise<void> {
  // A document that is replaced during the check would never answer.
  await frame.waitForLoadState()
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
}

async function changeTheme(page: Page): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  await settle(page)
}

/** Turns off all transitions, even the shortest: an element that inherits a color would start its own after each frame. */
const STILL = '*, *::before, *::after { transition: none !important; animation: none !important }'
const QUIET_FRAMES = 3

/** Waits until every color has its final value. The page stays without transitions from then on. */
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
