import type { Page } from 'playwright-core'

/**
 * Holds scripts back, as a slow connection does.
 *
 * @param name the start of a file's name; all scripts of the page if it is left out
 * @returns a function that lets them through
 */
export async function holdScripts(page: Page, name = ''): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/assets/${name}*.js`, async (route) => {
    await held
    await route.continue()
  })
  return release
}
