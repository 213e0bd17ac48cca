import axe, { type RunOptions } from 'axe-core'
import type { Frame, Page, ViewportSize } from 'playwright-core'
import { expect } from 'vitest'
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
 * Checks a screen on a phone and on a desktop: axe finds nothing, and nothing has to be scrolled sideways. Contrast
 * costs axe as much as everything else, and a theme changes only colors: it is checked in one theme at the first width
 * and in the other theme at the last. The page stays in that theme and gets its width back. Takes a picture if they are
 * asked for.
 * @param part a selector: axe checks only this part of the page, e.g. an open dialog
 */
export async function expectAccessibleAndFits(page: Page, screen: string, part = 'html'): Promise<void> {
  const own = page.viewportSize() ?? DESKTOP
  const [first, second] = own.width < DESKTOP.width ? [PHONE, DESKTOP] : [DESKTOP, PHONE]
  await expectToFit(page, first, { screen, part })
  await expectToFit(page, second, { screen, part, rules: ALL_BUT_CONTRAST })
  const theme = await changeTheme(page)
  const colors = await findingsOf(page, part, { runOnly: [CONTRAST] })
  expect.soft(colors, `${screen}, ${theme}`).toEqual([])
  await resize(page, own)
  await picture(page, screen)
}

interface Checked {
  screen: string
  part: string
  rules?: RunOptions
}

async function expectToFit(page: Page, size: ViewportSize, { screen, part, rules }: Checked): Promise<void> {
  await resize(page, size)
  await settle(page)
  expect.soft(await findingsOf(page, part, rules), `${screen}, ${size.width} px wide`).toEqual([])
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overhang, `${screen}, ${size.width} px wide, beyond the window`).toBe(0)
}

/** Skips a page that already has the width. Its height doesn't matter here. */
async function resize(page: Page, size: ViewportSize): Promise<void> {
  if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size)
}

async function findingsOf(page: Page, part: string, rules: RunOptions = {}): Promise<string[]> {
  for (const frame of page.frames()) await bringAxe(frame)
  return page.evaluate(
    async ({ selector, rules }) => {
      // axe would first fetch style sheets, for an experimental rule, and media, which the store doesn't have.
      const options: RunOptions = { resultTypes: ['violations'], preload: false, ...rules }
      const { violations } = await window.axe.run(selector, options)
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
    },
    { selector: part, rules },
  )
}

/** Runs once per document: reading its half megabyte takes as long as checking a whole screen. */
async function bringAxe(frame: Frame): Promise<void> {
  // A document that is replaced during the check would never answer.
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
