import type { Page } from 'playwright-core'

/** Holds a page's scripts back (those whose name starts so), as a slow connection does. @returns lets them through */
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
