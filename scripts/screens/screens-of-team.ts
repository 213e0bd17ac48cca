/** The lines of screens.ts about the team on the administrators' dashboard, and the dialog of a member. */
import type { Locator, Page } from 'playwright-core'
import { openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { TEAM } from './team.ts'

export const MEMBERS: readonly Screen[] = [
  {
    screen: 'team',
    state: 'page',
    shows: 'the form for a new member, and everybody',
    isTall: true,
    show: (page) => openTeam(page),
  },
  {
    screen: 'team',
    state: 'complaint',
    shows: 'a member who is there already',
    async show(page) {
      await openTeam(page)
      await page.getByLabel('Username').fill('Rita Again')
      await page.getByLabel('Email', { exact: true }).fill(TEAM.rita.email)
      await page.getByLabel('Password').fill('quarry-lane-88-stake')
      await page.keyboard.press('Enter')
      await page.getByText('Another member already uses this email address.').first().waitFor()
    },
  },
  {
    screen: 'team',
    state: 'invitation',
    shows: 'a member invited by mail in place of a typed password',
    async show(page) {
      await openTeam(page)
      await page.getByLabel('Username').fill('Ines Invited')
      await page.getByLabel('Email', { exact: true }).fill('ines@example.com')
      await page.getByRole('switch', { name: 'Invite by email instead' }).click()
    },
  },
  {
    screen: 'team',
    state: 'profile',
    shows: 'a member: profile and commission',
    show: (page) => openMember(page),
  },
  {
    screen: 'team',
    state: 'edit',
    shows: 'a member being changed',
    async show(page) {
      const dialog = await openMember(page)
      await dialog.getByRole('button', { name: 'Edit' }).click()
    },
  },
  {
    screen: 'team',
    state: 'analytics',
    shows: 'a member: figures and charts of 30 days',
    isOfDays: true,
    async show(page) {
      const dialog = await openMember(page, 'Analytics')
      await dialog.getByRole('application', { name: /^Packages Trend/ }).waitFor()
    },
  },
  {
    screen: 'team',
    state: 'analytics-none',
    shows: 'a member who has not sold anything',
    async show(page) {
      const dialog = await openMember(page, 'Analytics', TEAM.sven.username)
      await dialog.getByText('Total Revenue').waitFor()
    },
  },
  {
    screen: 'team',
    state: 'pay-report',
    shows: 'what a member earned, sale by sale',
    isOfDays: true,
    async show(page) {
      const dialog = await openMember(page, 'Pay Report')
      await dialog.getByRole('button', { name: 'Generate Report' }).click()
      await dialog.getByRole('button', { name: 'Download CSV' }).waitFor()
    },
  },
  {
    screen: 'team',
    state: 'pay-report-none',
    shows: 'a period without sales',
    isOfDays: true,
    async show(page) {
      const dialog = await openMember(page, 'Pay Report', TEAM.sven.username)
      await dialog.getByRole('button', { name: 'Generate Report' }).click()
      await dialog.getByText('No sales found for the selected period').waitFor()
    },
  },
  {
    screen: 'team',
    state: 'removal',
    shows: 'the question before a member is removed',
    async show(page) {
      const dialog = await openMember(page, 'Actions')
      await dialog.getByRole('button', { name: 'Remove Team Member' }).click()
      await page.getByRole('dialog', { name: `Remove ${TEAM.rita.username}?` }).waitFor()
    },
  },
  {
    screen: 'team',
    state: 'error',
    shows: 'the team could not be loaded',
    async show(page) {
      await page.route('**/api/admin/users', (route) => route.abort())
      await openTab(page)
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
]

async function openTab(page: Page): Promise<void> {
  await openAs(page, TEAM.ana, '/admin-enhanced?tab=team')
}

async function openTeam(page: Page): Promise<void> {
  await openTab(page)
  await page.getByRole('heading', { name: /^Team members/ }).waitFor()
}

async function openMember(page: Page, tab = 'Profile', name: string = TEAM.rita.username): Promise<Locator> {
  await openTeam(page)
  await page.getByRole('button', { name: `Manage ${name}` }).click()
  const dialog = page.getByRole('dialog', { name, exact: true })
  await dialog.getByRole('tab', { name: tab }).click()
  return dialog
}
