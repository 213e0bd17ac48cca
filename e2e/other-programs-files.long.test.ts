import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addDays } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { phoneInWords } from '#web/ui/phone-link.tsx'
import { withBrowser } from './support/browser.ts'
import { choose, drawer, openImports } from './support/lead-files.ts'
import { withStore } from './support/store.ts'

interface ExpectedLead {
  address: string
  owners: string[]
  phones: [number: string, isDoNotCall: boolean][]
}

const LAYOUTS = new URL('../src/server/features/admin/lead-files/layouts/', import.meta.url)
const fileOf = (name: string) => readFileSync(new URL(name, LAYOUTS), 'utf8')
const EXPECTED: Record<string, ExpectedLead[]> = JSON.parse(fileOf('expected.json'))

const DAY = addDays(storeDayOf(new Date(), USUAL_STORE_ZONE), -9)
const { openPage } = withBrowser()
const store = withStore()

/** A text without what only separates, which the screen writes in other ways. */
const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()

test.each(['dealmachine', 'follow-up-boss', 'county-roll-in-parts'])(
  'a file from %s goes on sale as the leads that it is about, and off again',
  async (name) => {
    const page = await openPage(store)
    await openImports(page)
    await choose(page, fileOf(`${name}.csv`), name, `${name}.csv`)
    await drawer(page).getByLabel('Lead type').selectOption('Vacant Houses')
    await drawer(page).getByLabel('Acquired on').fill(DAY)
    await drawer(page).getByRole('button', { name: 'Check the file' }).click()
    await drawer(page).getByRole('button', { name: 'Show the first rows' }).click()
    const rows = drawer(page).getByRole('region', { name: 'The first rows' })
    await rows.waitFor()
    const shown = (await rows.getByRole('listitem').allInnerTexts()).map(plain)
    const expected = EXPECTED[name] ?? []
    expect(shown).toHaveLength(expected.length)
    for (const [at, { address, owners, phones }] of expected.entries()) {
      for (const text of [address, ...owners]) expect(shown[at]).toContain(plain(text))
      for (const [number, isDoNotCall] of phones) {
        const marked = isDoNotCall ? ' do not call' : '(?! do not call)'
        const phone = plain(phoneInWords(`+1${number}`))
        expect(shown[at]).toMatch(new RegExp(`${phone} (?:mobile|landline)${marked}`))
      }
    }
    await drawer(page).getByRole('button', { name: 'Put 2 leads on sale' }).click()
    await drawer(page).getByText('2 new leads on sale').waitFor()
    await drawer(page).getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo import' }).click()
    await drawer(page).getByText('This import was undone').waitFor()
  },
)
