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
  await settle(page)
  const light = await new AxeBuilder({ page }).include(part).analyze()
  expect.soft(summaryOf(light), screen).toEqual([])
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overhang, `${screen}, width beyond the window`).toBe(0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await changeTheme(page, 'dark')
  const dark = await new AxeBuilder({ page }).include(part).withRules(['color-contrast']).analyze()
  await changeTheme(page, 'light')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect.soft(summaryOf(dark), `${screen}, dark`).toEqual([])
}

const summaryOf = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] =>
  violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)

async function changeTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await settle(page)
}

/**
 * Waits until every colour has arrived, where it is read: even without motion a transition takes a frame, and what
 * inherits a colour begins its own after that. What moves for ever is not waited for.
 */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isMoving = (one: Animation) =>
      one.playState === 'running' && Number.isFinite(Number(one.effect?.getComputedTiming().endTime))
    for (let quiet = 0, frames = 0; quiet < 5 && frames < 200; frames += 1) {
      await new Promise(requestAnimationFrame)
      quiet = document.getAnimations().some(isMoving) ? 0 : quiet + 1
    }
  })
}
