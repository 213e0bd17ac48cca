import { expect, it, test } from 'vitest'
import { findMailRecords, type LookUpTexts, senderDomain } from './read-setup.ts'

/** DNS with these texts; `slow` names do not answer. */
const dns =
  (texts: Readonly<Record<string, string[][]>>, slow: readonly string[] = []): LookUpTexts =>
  async (host) => {
    if (slow.includes(host)) throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' })
    const found = texts[host]
    if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
    return found
  }

const states = async (lookUp: LookUpTexts, selector?: string) =>
  (await findMailRecords(lookUp, 'leads.store', selector)).map(({ kind, state }) => `${kind} ${state}`)

it.each([
  ['Leadyard <sales@Leads.Store>', 'leads.store'],
  ['sales@mail.leads.store', 'mail.leads.store'],
  ['Leadyard <support@example.com>', undefined],
  ['root@localhost', undefined],
  ['nobody', undefined],
])('the domain of a sender of %s is %s', (sender, domain) => {
  expect(senderDomain(sender)).toBe(domain)
})

test('finds the records of a domain, whatever other texts it has and however they are split', async () => {
  const lookUp = dns({
    'leads.store': [['google-site-verification=abc'], ['v=spf1 include:_spf.', 'mail.test ~all']],
    's1._domainkey.leads.store': [['k=rsa; p=MIGf', 'MA0G']],
    '_dmarc.leads.store': [['v=DMARC1; p=reject']],
  })
  expect(await states(lookUp)).toEqual(['SPF found', 'DKIM found', 'DMARC found'])
  expect((await findMailRecords(lookUp, 'leads.store'))[1]?.host).toBe('s1._domainkey.leads.store')
})

test('does not accept another text, a withdrawn key, or a version that only begins alike', async () => {
  const lookUp = dns({
    'leads.store': [['v=spf10 ~all']],
    's1._domainkey.leads.store': [['v=DKIM1; p=']],
    '_dmarc.leads.store': [['v=DMARC12; p=none']],
  })
  expect(await states(lookUp)).toEqual(['SPF missing', 'DKIM missing', 'DMARC missing'])
})

test('says that DNS did not answer instead of calling a record missing', async () => {
  const lookUp = dns({ 'leads.store': [['v=spf1 -all']] }, ['_dmarc.leads.store', 'google._domainkey.leads.store'])
  expect(await states(lookUp)).toEqual(['SPF found', 'DKIM unknown', 'DMARC unknown'])
})
