/** The lines of screens.ts about the page that checks proofs, and the one with the store's own figures. */
import type { Page } from 'playwright-core'
import { makeProofs } from '#testing/proofs.ts'
import type { Screen } from './screen.ts'
import { shownFigures } from './shown-figures.ts'
import { open } from './steps.ts'

const SEEN_AT = Date.UTC(2026, 10, 27, 14, 4) / 1_000

/** Chooses the proofs of five leads, one of them changed if asked, and trusts the policy that came with them. */
async function chooseProofs(page: Page, change: (text: string) => string = (text) => text): Promise<void> {
  await open(page, '/verify', 'Check your proofs')
  await page.getByLabel('The policy that came with the proofs').check()
  const files = makeProofs({ leads: 5, slot: 2, cap: 4, witnesses: { one: SEEN_AT, two: SEEN_AT - 70 } })
  const chosen = [...files].map(([name, text]) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(name === '003.tlog-proof' ? change(text) : text),
  }))
  await page.getByLabel('Choose files').setInputFiles(chosen)
}

async function openFigures(page: Page, has: { hasCounts: boolean }): Promise<void> {
  await page.route('**/api/trust', (route) => route.fulfill({ json: shownFigures(has) }))
  await open(page, '/trust', 'Our own figures')
  await page.getByRole('heading', { name: 'Packages delivered on time' }).waitFor()
}

const seeResult = (page: Page, title: string) => page.getByRole('heading', { name: title }).waitFor()

export const PROOFS: readonly Screen[] = [
  {
    screen: 'verify',
    state: 'start',
    shows: 'the page that checks proofs, before files are chosen',
    isTall: true,
    show: (page) => open(page, '/verify', 'Check your proofs'),
  },
  {
    screen: 'verify',
    state: 'holds',
    shows: 'what the proofs of shared leads prove, and what they do not',
    isTall: true,
    async show(page) {
      await chooseProofs(page)
      await seeResult(page, 'All 5 proofs hold')
    },
  },
  {
    screen: 'verify',
    state: 'does-not-hold',
    shows: 'a proof that was changed',
    isTall: true,
    async show(page) {
      await chooseProofs(page, (text) => text.replace(/^index \d+$/m, 'index 1'))
      await seeResult(page, '1 of 5 proofs does not hold')
    },
  },
  {
    screen: 'trust',
    state: 'figures',
    shows: 'the store’s own figures of a day, with small numbers hidden',
    isTall: true,
    show: (page) => openFigures(page, { hasCounts: true }),
  },
  {
    screen: 'trust',
    state: 'shares-only',
    shows: 'the same from a store that shows no numbers',
    isTall: true,
    show: (page) => openFigures(page, { hasCounts: false }),
  },
  {
    screen: 'trust',
    state: 'none',
    shows: 'a store that has counted nothing yet',
    async show(page) {
      await open(page, '/trust', 'Our own figures')
      await page.getByText('There are no figures yet').waitFor()
    },
  },
]
