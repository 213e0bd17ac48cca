/** The lines of screens.ts about the settings and the counties by demand on the administrators' dashboard. */
import type { Page } from 'playwright-core'
import { openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { TEAM } from './team.ts'

export const SETTINGS: readonly Screen[] = [
  {
    screen: 'settings',
    state: 'page',
    shows: 'every setting as it is by default',
    isTall: true,
    show: (page) => openSettings(page),
  },
  {
    screen: 'settings',
    state: 'changes',
    shows: 'old and new before they are saved',
    async show(page) {
      await openSettings(page)
      await page.getByLabel(/^Brand name/).fill('Plat & Co.')
      await page.getByLabel(/^Hold time/).fill('20')
      await page.getByText('Save 2 changes').waitFor()
    },
  },
  {
    screen: 'settings',
    state: 'complaint',
    shows: 'a time that cannot be one',
    async show(page) {
      await openSettings(page)
      await page.getByLabel(/^Payment link time/).fill('1000')
      await page.getByLabel(/^Payment link time/).press('Tab')
      await page.getByText('Enter 1 to 720 hours.').waitFor()
    },
  },
  {
    screen: 'settings',
    state: 'leaving',
    shows: 'the question before changes are lost',
    async show(page) {
      await openSettings(page)
      await page.getByLabel(/^Hold time/).fill('20')
      await page.getByRole('link', { name: 'Back to Home' }).click()
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    },
  },
  {
    screen: 'demand',
    state: 'list',
    shows: 'the counties that were asked for',
    isTall: true,
    async show(page) {
      await openAs(page, TEAM.ana, '/admin-enhanced?tab=analytics')
      await page.getByRole('table', { name: 'Counties by demand' }).scrollIntoViewIfNeeded()
    },
  },
  {
    screen: 'demand',
    state: 'empty',
    shows: 'a state that nobody asked for',
    isTall: true,
    async show(page) {
      await openAs(
        page,
        TEAM.ana,
        '/admin-enhanced?tab=analytics&state=Delaware&period=custom&from=2020-01-01&to=2020-01-02',
      )
      await page.getByText('No demand in Delaware in this period').scrollIntoViewIfNeeded()
    },
  },
]

async function openSettings(page: Page): Promise<void> {
  await openAs(page, TEAM.ana, '/admin-enhanced/settings')
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save changes' }).waitFor()
}
