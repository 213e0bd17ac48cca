/** What journeys do on any screen. */
import { readFile } from 'node:fs/promises'
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

type Place = Page | Locator | FrameLocator
type Words = string | RegExp

export const press = (place: Place, name: Words): Promise<void> => place.getByRole('button', { name }).click()
export const see = (place: Place, words: Words): Promise<void> => place.getByText(words).first().waitFor()
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true })
export const hasFocus = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => element === document.activeElement)

/** Presses what saves a file. @returns the file's name and content */
export async function download(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  const bytes = await readFile(await file.path())
  return { name: file.suggestedFilename(), bytes, text: bytes.toString('utf8') }
}

/**
 * Presses a button with the pointer as slowly as a finger does, while a field has the focus. The field's error must not
 * push the button away.
 * @param meanwhile waits for what the lost focus changes
 */
export async function pressSlowly(page: Page, button: Locator, meanwhile: () => Promise<unknown>): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  const before = await button.boundingBox()
  if (!before) throw new Error('The button is not visible.')
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
  await page.mouse.down()
  await meanwhile()
  // What the lost focus changes is painted.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  expect(await button.boundingBox(), 'where the button is during the press').toEqual(before)
  await page.mouse.up()
}
