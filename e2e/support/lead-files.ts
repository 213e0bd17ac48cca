import type { Page } from 'playwright-core'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { type ExpectedCounts, makeLeadFile } from '#testing/make-lead-file.ts'
import { ADMIN } from './store.ts'
import { openAs } from './team.ts'

export const drawer = (page: Page) => page.getByRole('dialog').first()

/** A file for Travis only, with what an import must find in it. */
export function travisFile(options: { rows: number; seed: number; hasDefects: boolean }): {
  text: string
  expected: ExpectedCounts
} {
  const maker = makeLeadFile({
    ...options,
    today: storeDayOf(new Date(), USUAL_STORE_ZONE),
    counties: [{ fips: '48453', state: 'Texas', name: 'Travis' }],
  })
  let text = ''
  for (;;) {
    const part = maker.next()
    if (part.done) return { text, expected: part.value }
    text += part.value
  }
}

/** Signs an administrator in and opens the page of imports. */
export async function openImports(page: Page): Promise<void> {
  await openAs(page, ADMIN, '/admin-enhanced/imports')
  await page.getByRole('heading', { name: 'Upload a file' }).waitFor()
}

/** Selects the file to import. */
export const chooseFile = (page: Page, text: string, name: string) =>
  page
    .getByLabel('File to import', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Names the source and selects a file. */
export async function choose(page: Page, text: string, source: string, name = 'leads.csv'): Promise<void> {
  await page
    .getByRole('textbox', { name: 'Source' })
    .or(page.getByRole('combobox', { name: 'Source' }))
    .fill(source)
  await chooseFile(page, text, name)
}
