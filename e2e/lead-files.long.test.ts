import { expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { cutNext } from './support/cut-connection.ts'
import { choose, drawer, openImports, travisFile } from './support/lead-files.ts'
import { withSharedStore } from './support/store.ts'

const { openPage } = withBrowser()
const store = withSharedStore()

test('a lead file resumes where its connection broke, and its columns are remembered for the next one', async () => {
  const { text } = travisFile({ rows: 12_000, seed: 12, hasDefects: false })
  const page = await openPage(store, { expects: [/ERR_CONNECTION_RESET/] })
  await openImports(page)
  await cutNext(page, '**/imports/*/parts/1', { isHeard: false })

  await choose(page, text.replace('Property Address,', 'Where,'), 'Slow line')
  await drawer(page).getByText('The upload was cut off').waitFor()
  await drawer(page).getByRole('button', { name: 'Resume upload' }).click()
  await drawer(page).getByText('1 column not used').click()
  await drawer(page).getByLabel('Where').selectOption('Property address')
  await drawer(page).getByRole('button', { name: 'Check the file' }).click()
  await drawer(page).getByRole('button', { name: 'Put 12,000 leads on sale' }).waitFor({ timeout: 30_000 })
  await drawer(page).getByRole('button', { name: 'Close' }).last().click()
  await choose(
    page,
    travisFile({ rows: 5, seed: 13, hasDefects: false }).text.replace('Property Address,', 'Where,'),
    'Slow line',
  )
  await drawer(page).getByText('Matched the same way as the last file from Slow line.', { exact: false }).waitFor()
  expect(await drawer(page).getByLabel('Where').inputValue()).toBe('address')
})
