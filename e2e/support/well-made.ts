/** What every screen has to be, whoever looks at it and on what. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The widths at which every screen is walked to; each is looked at in both themes there. */
export const SCREENS = [{ width: 1280 }, { width: 320 }] as const

/**
 * Nothing that axe finds, nothing that must be scrolled sideways. A theme changes colours and nothing else, so in the dark
 * only these are looked at again.
 *
 * @param part a selector: only this part of the page is looked at by axe, e.g. an open dialog
 */
export async function expectWellMade(page: Page, screen: string, part = 'html'): Promise<void> {
  const light = await new AxeBuilder({ page }).include(part).analyze()
  expect.soft(summaryOf(light), screen).toEqual([])
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overhang, `${screen}, width beyond the window`).toBe(0)

  // Without motion, or colours would be read on their way.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await new AxeBuilder({ page }).include(part).withRules(['color-contrast']).analyze()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  expect.soft(summaryOf(dark), `${screen}, dark`).toEqual([])
}

const summaryOf = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] =>
  violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)
