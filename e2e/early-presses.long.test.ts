/** What is pressed before its code has loaded takes effect once it has. Each page is used at its first paint. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type PageOptions, withBrowser } from './support/browser.ts'
import { openCart } from './support/cart-purchase.ts'
import { holdScripts } from './support/held-scripts.ts'
import { putInCart, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, REPS, withSharedStore } from './support/store.ts'
import { logInWith, seeDashboard } from './support/team.ts'

const COUNTY = `/leads?state=${TRAVIS.state}&county=${TRAVIS.county}`
const PHONE = { width: 375, height: 812 }
const { openPage } = withBrowser({ isReused: false })
const store = withSharedStore((store) => store.setStock(VIP_JUNIOR.id, 30))
const search = (page: Page) => page.getByRole('combobox', { name: 'County, city or ZIP' })
const themeOf = (page: Page) => page.locator('html').getAttribute('data-theme')

/** Opens a page whose scripts are held back: once this returns, its first script can take a press. */
async function openHeld(path: string, { member, ...options }: PageOptions & { member?: typeof ADMIN } = {}) {
  const page = await openPage(store, options)
  if (member) await logInWith(page.request, member)
  else await putInCart(page, VIP_JUNIOR.id)
  const release = await holdScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'earlyKeys' in window)
  return { page, release }
}

describe('at the first paint of', () => {
  test.each([
    ['/', false],
    ['/leads', true],
  ])('%s, a place that is typed opens; by Enter and not the green button: %s', async (path, isEnter) => {
    const { page, release } = await openHeld(path)
    await search(page).fill('bastrop tx')
    if (isEnter) await search(page).press('Enter')
    else await page.getByRole('main').getByRole('link', { name: 'Browse Lead Packages' }).click()
    release()

    await page.getByRole('heading', { level: 2, name: 'Bastrop' }).waitFor()
    expect(new URL(page.url()).search).toBe('?state=Texas&county=Bastrop')
  })

  test.each([
    ['/', 'light'],
    ['/checkout', 'dark'],
  ] as const)('%s in the %s theme, the theme changes', async (path, colorScheme) => {
    const { page, release } = await openHeld(path, { colorScheme })
    const button = page.getByRole('button', { name: 'Switch theme' })

    await button.click()
    expect(await button.getAttribute('aria-busy')).toBe('true')
    release()

    const other = colorScheme === 'dark' ? 'light' : 'dark'
    const back = page.getByRole('button', { name: `Switch to ${colorScheme} theme` })
    await back.waitFor()
    expect(await themeOf(page)).toBe(other)
    expect(await back.getAttribute('aria-busy')).toBe(null)
  })

  test.each(['/', COUNTY])('%s on a phone, the menu opens', async (path) => {
    const { page, release } = await openHeld(path, { viewport: PHONE, hasTouch: true })
    await page.getByRole('button', { name: 'Menu' }).tap()
    release()

    await page.getByRole('link', { name: 'VIP Group' }).waitFor()
    expect(await page.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('true')
  })

  test('a page that takes longer than anyone waits, nothing is pressed, but what was typed stays', async () => {
    const { page, release } = await openHeld('/')
    await page.getByRole('button', { name: 'Switch theme' }).click()
    await search(page).fill('bastrop tx')
    await search(page).press('Enter')
    // Makes everything pressed so far older than anyone waits.
    await page.evaluate(() => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 20_000
    })
    release()

    await page.getByRole('option', { name: /^Bastrop County, TX/ }).waitFor()
    expect(await search(page).inputValue()).toBe('bastrop tx')
    expect(await themeOf(page)).toBe(null)
    expect(new URL(page.url()).pathname).toBe('/')
  })
})

describe('as soon as it is visible', () => {
  test('Add to Cart holds a unit', async () => {
    const { page, release } = await openHeld(COUNTY, { member: REPS[1] })
    await page.getByRole('heading', { level: 2, name: 'Travis' }).waitFor()
    // Before the frame in which it would be painted.
    const pressed = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const watch = new MutationObserver(() => {
            const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Add to Cart')
            if (!button) return
            watch.disconnect()
            button.click()
            resolve()
          })
          watch.observe(document, { childList: true, subtree: true })
        }),
    )

    release()
    await pressed

    await page.getByRole('button', { name: 'Cart (1)' }).waitFor()
    await openCart(page)
    await page.getByRole('heading', { name: 'Your cart (1 item)' }).waitFor()
  })
})

describe('on the sales dashboard', () => {
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
  test('Ctrl K and what is typed after it find a county', async () => {
    const { page, release } = await openHeld('/sales-dashboard', { member: REPS[0] })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('bastropx tx')
    for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press('Backspace')
    release()

    await palette(page)
      .getByRole('option', { name: /^Bastrop County/ })
      .waitFor()
    expect(await palette(page).getByRole('combobox').inputValue()).toBe('bastrop')
  })

  test('the slash reaches the search of a tab that loads later, with what is typed after it', async () => {
    const { page, release } = await openHeld('/sales-dashboard', { member: REPS[0] })
    const releaseTab = await holdScripts(page, 'sale-workspace')

    await page.keyboard.press('/')
    await page.keyboard.type('trav')
    release()
    await seeDashboard(page)
    await page.getByRole('tab').first().waitFor()
    // A key of the frame, which waits for its turn.
    await page.keyboard.type('is')
    releaseTab()

    await page.getByRole('option', { name: /^Travis County/ }).waitFor()
    expect(await search(page).inputValue()).toBe('travis')
  })
})

describe('on the administrators’ dashboard', () => {
  test('Ctrl K and what is typed after it find a screen', async () => {
    const { page, release } = await openHeld('/admin-enhanced', { member: ADMIN })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('pricing man')
    await page.keyboard.press('Enter')
    release()

    await page.getByRole('tabpanel', { name: 'Pricing Management' }).waitFor()
  })

  test('what is typed while the palette’s code loads is in its field', async () => {
    const page = await openPage(store)
    await logInWith(page.request, ADMIN)
    const releasePalette = await holdScripts(page, 'admin-palette')
    await page.goto('/admin-enhanced')
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor()

    await page.keyboard.press('Control+k')
    await page.getByText('Opening the search…').waitFor()
    await page.keyboard.type('audit')
    releasePalette()

    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await palette.getByRole('option', { name: /^Audit/ }).waitFor()
    await page.keyboard.type(' l')
    expect(await palette.getByRole('combobox').inputValue()).toBe('audit l')
  })
})
