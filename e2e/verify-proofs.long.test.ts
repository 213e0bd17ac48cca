import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { readPolicy } from '#proof/policy.ts'
import { aFolder } from '#testing/folders.ts'
import { unzipTexts } from '#testing/unzip.ts'
import { startWitness } from '#testing/witness.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { mailedLink } from './support/mailed-links.ts'
import { buyAtOnce, VIP_JUNIOR } from './support/shopping.ts'
import { see } from './support/steps.ts'
import { withStore } from './support/store.ts'

const { openPage } = withBrowser()
const folder = aFolder()
let trusted: ReturnType<typeof readPolicy>['logs'] = []
const witness = await startWitness('witness.example/one', () => trusted)
afterAll(() => witness.close())
await writeFile(join(folder, 'policy'), `witness one ${witness.key} ${witness.url}\nquorum one\n`)
const store = withStore({ LOG_KEYS_FILE: join(folder, 'log-keys.json'), LOG_POLICY_FILE: join(folder, 'policy') })

async function save(page: Page, button: string): Promise<string> {
  const saved = page.waitForEvent('download')
  await page
    .getByRole('button', { name: button })
    .or(page.getByRole('link', { name: button }))
    .click()
  const file = await saved
  const path = join(folder, file.suggestedFilename())
  await file.saveAs(path)
  return path
}

const choose = (page: Page, path: string) => page.getByLabel('Choose files').setInputFiles(path)
const seeTitle = (page: Page, title: string) => page.getByRole('heading', { name: title }).waitFor()

test('a buyer of VIP leads checks that they are theirs alone, in the store and offline from a saved page', async () => {
  const email = 'vip@example.com'
  const page = await openPage(store, { viewport: { width: 375, height: 800 }, colorScheme: 'dark' })
  await store.addLeads(VIP_JUNIOR.id, 25)
  const reference = await buyAtOnce(page, email)
  await page.goto(await mailedLink(store, email, '/delivery/'))
  const part = page.getByRole('region', { name: 'Proof that these leads are yours alone' })
  await part.getByText('The proofs are being made.', { exact: false }).waitFor()
  // The witness learns the log's key, as its operator tells it.
  const policy = await fetch(`${store.url}/log/policy`)
  trusted = readPolicy(await policy.text()).logs
  await store.runScheduled('publish-log')
  await part.getByText('You can check that yourself', { exact: false }).waitFor()
  await expectAccessibleAndFits(page, 'delivery with proofs')
  const proofs = await save(page, 'Download proofs')
  expect(proofs).toContain(`${reference}-1-proofs.zip`)

  const verify = await openPage(store, { beside: page })
  await verify.goto('/verify')
  await choose(verify, proofs)
  await seeTitle(verify, 'All 25 proofs hold')
  await verify.getByText('25 leads: slot 1 of 1, promised', { exact: false }).waitFor()
  await see(verify, /^They were in the store’s log .+ by \d\d:\d\d UTC on .+, as witnessed and signed by one\.$/)
  await verify.getByText(`for ${email}, order line ${reference}-1`, { exact: false }).waitFor()
  expect(await verify.getByText('Slot 1 of 1', { exact: true }).count()).toBe(25)
  await expectAccessibleAndFits(verify, 'proofs that hold')

  await verify.getByText('Save this page for offline use').click()
  const saved = await save(verify, 'Save this page')
  await page.context().setOffline(true)
  const offline = await openPage(store, { beside: page })
  await offline.goto(pathToFileURL(saved).href)
  await choose(offline, proofs)
  await seeTitle(offline, 'All 25 proofs hold')
  await page.context().setOffline(false)

  // The same files unpacked, with one byte of one proof changed.
  const changed = [...unzipTexts(await readFile(proofs))].map(([name, text]) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(name === '012.tlog-proof' ? text.replace(/^index \d/m, 'index 9') : text),
  }))
  await verify.getByLabel('Choose files').setInputFiles(changed)
  await seeTitle(verify, '1 of 25 proofs does not hold')
  await verify.getByText('Does not hold. The entry is not at this place in the log.').waitFor()
})
