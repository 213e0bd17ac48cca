/** The lines of screens.ts about the team's accounts and the administrators' page. */
import type { Page } from 'playwright-core'
import { card, logIn, logInWith, openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { open } from './steps.ts'
import { haveTwoSessions, TEAM } from './team.ts'

export const ACCOUNT: readonly Screen[] = [
  { screen: 'login', state: 'form', shows: 'email and password', show: (page) => openLogin(page) },
  {
    screen: 'login',
    state: 'refused',
    shows: 'wrong email or password',
    async show(page) {
      await openLogin(page)
      await logIn(page, { ...TEAM.rita, password: 'not-it-at-all' })
      await page.getByRole('main').getByRole('alert').waitFor()
      await dismissToasts(page)
    },
  },
  {
    screen: 'login',
    state: 'second-factor',
    shows: 'the code of the authenticator app',
    async show(page) {
      await openLogin(page)
      await logIn(page, TEAM.tess)
      await page.getByLabel('Six-digit code').waitFor()
    },
  },
  {
    screen: 'forgot-password',
    state: 'form',
    shows: 'asking for a link by mail',
    show: (page) => open(page, '/forgot-password', 'Forgot your password?'),
  },
  {
    screen: 'forgot-password',
    state: 'sent',
    shows: 'what to do now, whether or not the address is known',
    async show(page) {
      await open(page, '/forgot-password', 'Forgot your password?')
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.getByText('Check your email', { exact: true }).waitFor()
    },
  },
  {
    screen: 'reset-password',
    state: 'form',
    shows: 'choosing a new password',
    async show(page) {
      await page.goto('/reset-password?token=no-such-token')
      await page.getByLabel('New password', { exact: true }).waitFor()
    },
  },
  {
    screen: 'confirm-email',
    state: 'form',
    shows: 'the link of the confirmation mail',
    async show(page) {
      await page.goto('/confirm-email?token=no-such-token')
      await page.getByRole('button', { name: 'Confirm my address' }).waitFor()
    },
  },
  {
    screen: 'verify-email',
    state: 'form',
    shows: 'the link of the mail that a buyer’s first order brings',
    async show(page) {
      await page.goto('/verify-email/no-such-token')
      await page.getByRole('button', { name: 'Confirm my address' }).waitFor()
    },
  },
  {
    screen: 'profile',
    state: 'cards',
    shows: 'one’s own account',
    isTall: true,
    async show(page, { url }) {
      await haveTwoSessions(url, page.request)
      await page.goto('/profile')
      await card(page, 'Sessions').getByText('This browser').waitFor()
    },
  },
]

export const ADMIN: readonly Screen[] = [
  {
    screen: 'admin',
    state: 'visitor',
    shows: 'nobody is signed in',
    async show(page) {
      await page.goto('/admin-enhanced')
      await page.getByRole('link', { name: 'Go to Login' }).waitFor()
    },
  },
  {
    screen: 'admin',
    state: 'denied',
    shows: 'a rep is signed in',
    async show(page) {
      await logInWith(page.request, TEAM.rita)
      await open(page, '/admin-enhanced', 'Access Denied')
    },
  },
  {
    screen: 'admin',
    state: 'profile',
    shows: 'one’s own account on the administrators’ dashboard',
    isTall: true,
    async show(page) {
      await openAs(page, TEAM.ana, '/admin-enhanced?tab=profile')
      await card(page, 'Sessions').getByText('This browser').waitFor()
    },
  },
]

const openLogin = (page: Page) => open(page, '/login', 'Sales Team Login')

/** A refused login says so twice: in the form, which stays, and in a toast. */
async function dismissToasts(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Dismiss' })
  await button.first().click()
  await button.first().waitFor({ state: 'detached' })
}
