import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { openDesk } from './support/desk.ts'
import { mailAbout } from './support/mailed-links.ts'
import { buyAtOnce, chooseTravis, PREMIER_INVESTOR, packageRow, VIP_JUNIOR } from './support/shopping.ts'
import { type Mail, withSharedStore } from './support/store.ts'

const WAITS = 'walt@example.com'
const BUYER = 'waits-again@example.com'
const ASK = 'Email me when it’s back'
const REFUSED = /status of 4(09|10)/
const { openPage } = withBrowser()
const store = withSharedStore(async (store) => {
  await store.setStock(VIP_JUNIOR.id, 0)
  await store.setStock('48453-vacant-vip-30', 1)
  await store.setStock(PREMIER_INVESTOR.id, 1)
})

const linkIn = (mail: Mail, what: 'confirm' | 'end'): string =>
  new RegExp(`http\\S+(/desk#${what}=[\\w-]+)`).exec(mail.text)?.[1] ?? ''

/** Opens another document with the link, as a mail program does. */
async function open(page: Page, link: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(link)
}

test('on a phone and with the keyboard alone: asked for, confirmed once, told when there are more, ended', async () => {
  const page = await openPage(store, { expects: [REFUSED], viewport: { width: 375, height: 800 } })
  await chooseTravis(page)
  const cell = packageRow(page)
  await cell.getByRole('button', { name: ASK }).focus()
  await expectAccessibleAndFits(page, 'county, sold out')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: ASK })
  await dialog.getByText(VIP_JUNIOR.name).waitFor()
  await dialog.getByLabel('Email').focus()
  await page.keyboard.type(WAITS)
  await page.keyboard.press('Enter')
  await dialog.getByText('Check your email').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(ASK)

  // Looking at the link confirms nothing.
  const confirmation = await mailAbout(store, WAITS, /Please confirm/)
  for (let look = 1; look <= 2; look += 1) {
    await open(page, linkIn(confirmation, 'confirm'))
    await page.getByRole('button', { name: ASK }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
  }
  await expectAccessibleAndFits(page, 'confirm')
  await page.getByRole('button', { name: ASK }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('You are on the list').waitFor()

  await store.setStock(VIP_JUNIOR.id, 2)
  const news = await mailAbout(store, WAITS, /Available again/)
  await open(page, /http\S+(\/leads\S+)/.exec(news.text)?.[1] ?? '')
  await packageRow(page).getByText('2 available').waitFor()
  await page.locator(`[id="${VIP_JUNIOR.id}"]:target`).waitFor()
  expect(await packageRow(page).getByRole('button', { name: ASK }).count()).toBe(0)

  await open(page, linkIn(news, 'end'))
  await page.getByRole('button', { name: 'Stop these emails' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('You will get no more of these emails').waitFor()
  await open(page, linkIn(news, 'end'))
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await page.getByText('This link no longer works').waitFor()
})

test('a buyer who buys again at the desk waits for what is sold out, sees it there and stops it', async () => {
  const page = await openPage(store, { expects: [REFUSED], colorScheme: 'dark' })
  const reference = await buyAtOnce(page, BUYER, PREMIER_INVESTOR.id)
  await openDesk(page, store, BUYER)

  const order = page.getByRole('article', { name: reference })
  await order.getByRole('button', { name: 'Buy again' }).click()
  await order.getByRole('button', { name: ASK }).click()
  const dialog = page.getByRole('dialog', { name: ASK })
  expect(await dialog.getByLabel('Email').inputValue()).toBe(BUYER)
  await dialog.getByRole('button', { name: 'Tell me' }).click()
  await dialog.getByText('You are on the list').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const waiting = page.getByRole('region', { name: 'Waiting for more' })
  await waiting.getByText(PREMIER_INVESTOR.name).waitFor()
  await expectAccessibleAndFits(page, 'desk, waiting for more')
  await waiting.getByRole('button', { name: `Stop emails about ${PREMIER_INVESTOR.name}, Travis` }).click()
  await waiting.waitFor({ state: 'detached' })
  expect((await store.mailbox(BUYER)).filter(({ subject }) => subject.includes('Please confirm'))).toEqual([])
})
