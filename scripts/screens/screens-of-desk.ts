/** The lines of screens.ts about the buyer's desk: orders, own lists, webhooks, Follow Up Boss and API keys. */
import type { Locator, Page } from 'playwright-core'
import { openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { at } from './shown-claims.ts'
import { ALL, BOSS, CHECK, EVENTS, HOOK, KEYS, NOTHING, SESSIONS } from './shown-desk.ts'
import { open } from './steps.ts'
import { TEAM } from './team.ts'

/** Opens the desk of a buyer who has these things. A call without an answer here fails as if the connection broke. */
async function openDesk(page: Page, has: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const answers: Readonly<Record<string, unknown>> = { ...NOTHING, ...has }
  await page.route('**/api/desk', (route) =>
    route.fulfill({ json: { desk: { email: 'ada@example.com', sessions: SESSIONS } } }),
  )
  await page.route(/\/api\/desk\/[\w-]+(\?.*)?$/, (route) => {
    const answer = answers[new URL(route.request().url()).pathname.slice('/api/desk/'.length)]
    return answer === undefined ? route.abort() : route.fulfill({ json: answer })
  })
  await open(page, '/desk', 'My orders')
  await panel(page, 'API keys').waitFor()
}

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const HOOKS = 'Webhooks and Follow Up Boss'
/** Below the middle, so that the picture of a phone shows what stands above too. */
const lookAt = (place: Locator): Promise<unknown> =>
  place.evaluate((element) => element.scrollIntoView({ block: 'center' }))

export const DESK: readonly Screen[] = [
  {
    screen: 'desk',
    state: 'closed',
    shows: 'the address is asked for',
    async show(page) {
      await open(page, '/desk', 'My orders')
      await page.getByRole('button', { name: 'Email me a code' }).waitFor()
    },
  },
  {
    screen: 'desk',
    state: 'code',
    shows: 'a code was emailed, and a wrong one was typed',
    async show(page) {
      await open(page, '/desk', 'My orders')
      // Nobody ordered with this address, so no code exists that could open its desk.
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByRole('button', { name: 'Email me a code' }).click()
      await page.getByLabel('Code').fill('ABCD-2345')
      await page.getByRole('button', { name: 'Show my orders' }).click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  {
    screen: 'desk',
    state: 'nothing',
    shows: 'the desk of a buyer who has nothing yet',
    isTall: true,
    async show(page) {
      await openDesk(page)
      await page.getByText('Nothing paid yet').waitFor()
    },
  },
  {
    screen: 'desk',
    state: 'everything',
    shows: 'orders, claims, own lists, webhooks, Follow Up Boss, API keys and credit',
    isTall: true,
    async show(page) {
      await openDesk(page, ALL)
      await page.getByRole('list', { name: 'Reported leads' }).waitFor()
    },
  },
  {
    screen: 'desk',
    state: 'trouble',
    shows: 'parts of the desk could not be loaded',
    isTall: true,
    async show(page) {
      await openDesk(page, { orders: undefined, claims: undefined, 'own-lists': undefined, webhooks: undefined })
      for (const what of ['Your claims', 'Your lists', 'The webhooks'])
        await page.getByText(`${what} could not be loaded`).waitFor()
    },
  },
  {
    screen: 'own-lists',
    state: 'add',
    shows: 'the form that takes a list',
    async show(page) {
      await openDesk(page)
      await page.getByRole('button', { name: 'Add list' }).click()
      await lookAt(page.getByRole('button', { name: 'Choose file' }))
    },
  },
  {
    screen: 'own-lists',
    state: 'recognized',
    shows: 'what was recognized in a file, before it is kept',
    isTall: true,
    async show(page) {
      await page.route('**/api/desk/own-lists/check', (route) => route.fulfill({ json: CHECK }))
      await openDesk(page)
      await page.getByRole('button', { name: 'Add list' }).click()
      await chooseList(page)
      await page.getByRole('button', { name: 'Save list' }).waitFor()
    },
  },
  {
    screen: 'own-lists',
    state: 'refused',
    shows: 'a file that cannot be read',
    async show(page) {
      const message = 'The file has no column with addresses or phones.'
      await page.route('**/api/desk/own-lists/check', (route) =>
        route.fulfill({ status: 422, json: { code: 'own_list_refused', message } }),
      )
      await openDesk(page)
      await page.getByRole('button', { name: 'Add list' }).click()
      await chooseList(page)
      await lookAt(page.getByText('This file cannot be used'))
    },
  },
  {
    screen: 'webhooks',
    state: 'adding',
    shows: 'the form that adds a webhook, with the warning about data of owners',
    async show(page) {
      await openDesk(page)
      const hooks = panel(page, HOOKS)
      await hooks.getByRole('button', { name: 'Add webhook' }).click()
      await hooks.getByLabel('Each lead with its data').check()
      await lookAt(hooks.getByText('Sends names, addresses'))
    },
  },
  {
    screen: 'webhooks',
    state: 'secret',
    shows: 'a new signing secret, shown once',
    async show(page) {
      await page.route('**/api/desk/webhooks/*/secret', (route) =>
        route.fulfill({ json: { webhook: HOOK, secret: 'whsec_a3V5c2VjcmV0Zm9ydGhlcGljdHVyZW9ubHkxMjM0' } }),
      )
      await openDesk(page, { webhooks: { webhooks: [HOOK], hasFollowUpBoss: true } })
      await page.getByRole('button', { name: 'New secret' }).click()
      await page.getByRole('button', { name: 'Make new secret' }).click()
      await lookAt(page.getByText('Copy the signing secret now'))
    },
  },
  {
    screen: 'webhooks',
    state: 'log',
    shows: 'what was sent, and what was answered',
    async show(page) {
      await page.route('**/api/desk/webhooks/*/events', (route) => route.fulfill({ json: { events: EVENTS } }))
      await openDesk(page, { webhooks: { webhooks: [HOOK], hasFollowUpBoss: true } })
      await page.getByRole('button', { name: 'Show log' }).click()
      await lookAt(page.getByText('Invalid phone'))
    },
  },
  {
    screen: 'follow-up-boss',
    state: 'connect',
    shows: 'the form that connects Follow Up Boss',
    async show(page) {
      await openDesk(page)
      await page.getByRole('button', { name: 'Connect Follow Up Boss' }).click()
      await lookAt(page.getByLabel('API key of Follow Up Boss'))
    },
  },
  {
    screen: 'follow-up-boss',
    state: 'off',
    shows: 'Follow Up Boss refused the API key',
    async show(page) {
      const off = { ...BOSS, offReason: 'key_refused', failingSince: at(-5) }
      await openDesk(page, { webhooks: { webhooks: [off], hasFollowUpBoss: true } })
      await lookAt(page.getByRole('article', { name: 'Follow Up Boss' }))
    },
  },
  {
    screen: 'api-keys',
    state: 'making',
    shows: 'a key is named, and what it may do is chosen',
    async show(page) {
      await openDesk(page)
      await page.getByRole('button', { name: 'Make a key' }).click()
      await lookAt(page.getByLabel('Name of the key'))
    },
  },
  {
    screen: 'api-keys',
    state: 'made',
    shows: 'a new key, shown once',
    async show(page) {
      await openDesk(page, { keys: { keys: KEYS } })
      // The last answer given is asked first, so this one replaces the list only for the call that makes a key.
      await page.route('**/api/desk/keys', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ json: { key: KEYS[0], secret: `ly_live_${'0'.repeat(22)}_for-the-picture-only` } })
          : route.fallback(),
      )
      await page.getByRole('button', { name: 'Make a key' }).click()
      await page.getByLabel('Name of the key').fill('Zapier')
      await page.getByRole('button', { name: 'Make key' }).click()
      await lookAt(page.getByText('Copy the key Zapier now'))
    },
  },
  {
    screen: 'api-keys',
    state: 'end',
    shows: 'the question before a key ends',
    async show(page) {
      await openDesk(page, { keys: { keys: KEYS } })
      await page.getByRole('button', { name: /^End the key Zapier/ }).click()
      await page.getByRole('dialog', { name: 'End the key Zapier?' }).waitFor()
    },
  },
  {
    screen: 'api-keys',
    state: 'of-a-member',
    shows: 'a member’s keys under My Profile',
    async show(page) {
      await page.route('**/api/profile/keys', (route) =>
        route.fulfill({ json: [{ ...KEYS[0], name: 'Reports', scopes: ['read'] }] }),
      )
      await openAs(page, TEAM.ana, '/admin-enhanced?tab=profile')
      const keys = panel(page, 'API keys')
      await keys.getByText('Reports', { exact: true }).waitFor()
      await lookAt(keys)
    },
  },
]

const chooseList = (page: Page): Promise<void> =>
  page
    .getByLabel('CSV or XLSX file')
    .setInputFiles({ name: 'spring-mailing.csv', mimeType: 'text/csv', buffer: Buffer.from('Address,Zip\n') })
