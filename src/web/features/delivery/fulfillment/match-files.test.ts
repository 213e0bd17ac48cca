import { expect, test } from 'vitest'
import type { OrderId } from '#contract/values.ts'
import type { LineToDeliver } from './fulfillment-data.ts'
import { countLeads, packagesFor } from './match-files.ts'

const VIP: LineToDeliver = {
  orderId: 'ord_one' as OrderId,
  kind: 'by_hand',
  deliveryState: 'waiting',
  hasContent: false,
  state: 'Texas',
  reference: 'LY-7K3M9QXD',
  lineNumber: 1,
  tier: 'vip',
  leadType: 'vacant',
  size: 20,
  leads: 25,
  county: 'Travis',
}
const PREMIER: LineToDeliver = { ...VIP, lineNumber: 2, tier: 'premier', size: 30, leads: 35, county: 'Doña Ana' }
const OWNER: LineToDeliver = { ...VIP, lineNumber: 3, leadType: 'owner' }
const TWIN: LineToDeliver = { ...OWNER, lineNumber: 4, county: 'St. Louis' }
const ONLY: LineToDeliver = { ...VIP, reference: 'LY-WWCFHPXX', lineNumber: 2, county: 'Ada' }
const WAITING = [VIP, PREMIER, OWNER, TWIN, ONLY]

test.each<[name: string, LineToDeliver]>([
  ['LY-7K3M9QXD-premier-30.csv', PREMIER],
  ['ly_7k3m9qxd premier 30.CSV', PREMIER],
  ['LY7K3M9QXDpremier30.xlsx', PREMIER],
  ['premier-30 for LY-7K3M9QXD', PREMIER],
  ['LY-7K3M9QXD Premier Investor.csv', PREMIER],
  ['LY-7K3M9QXD-premier-35 leads.csv', PREMIER],
  ['LY-7K3M9QXD-30.csv', PREMIER],
  ['LY-7K3M9QXD-02.csv', PREMIER],
  ['LY-7K3M9QXD-DONA_ANA.csv', PREMIER],
  ['LY-7K3M9QXD-Don\u0303a Ana.pdf', PREMIER],
  ['LY-7K3M9QXD-vip-20-vacant.csv', VIP],
  ['LY-7K3M9QXD-1-vip-travis.csv', VIP],
  ['LY-7K3M9QXD-3-vip-20.csv', OWNER],
  ['LY-7K3M9QXD-stlouis.csv', TWIN],
  ['ＬＹ－７Ｋ３Ｍ９ＱＸＤ－４.csv', TWIN],
  ['\u202eLY-7K3M\u200b9QXD\u202c-4 📦.csv', TWIN],
  ['LY-WWCFHPXX', ONLY],
  ['LY-WWCFHPXX (1).csv', ONLY],
  ['LY-WWCFHPXX 2026-11-30.csv', ONLY],
  ['LY-WWCFHPXX final.version', ONLY],
])('%s is for one package: %#', (name, expected) => {
  expect(packagesFor(name, WAITING)).toEqual([expected])
})

test.each<[name: string, why: string, LineToDeliver[]]>([
  ['LY-7K3M9QXD.csv', 'the order waits for several', [VIP, PREMIER, OWNER, TWIN]],
  ['LY-7K3M9QXD (4).csv', 'the number is that of a copy', [VIP, PREMIER, OWNER, TWIN]],
  ['LY-7K3M9QXD-vip-20.csv', 'several are of this tier and size', [VIP, OWNER, TWIN]],
  ['LY-7K3M9QXD-owners.csv', 'several are of this lead type', [OWNER, TWIN]],
  ['LY-7K3M9QXD and LY-WWCFHPXX.csv', 'it names two orders', WAITING],
])('for %s a person chooses, because %s', (name, _why, expected) => {
  expect(packagesFor(name, WAITING)).toEqual(expected)
})

test.each([
  ['LY-ZZZZZZZZ-vip-20.csv', 'it names another order'],
  ['7K3M9QXD.csv', 'its reference is not whole'],
  ['LY-WWCFHPX.xlsx', 'its reference is cut off before what would complete it'],
  ['LУ-WWCFHPXX.csv', 'one letter only looks like ours'],
  ['LY-WWCFHPXX-premium-20.csv', 'the tier is another'],
  ['LY-WWCFHPXX-vip-50.csv', 'the size is another'],
  ['LY-WWCFHPXX-vip-enterprise.csv', 'the name of the size is another'],
  ['LY-WWCFHPXX-1.csv', 'that line does not wait'],
  ['LY-WWCFHPXX-owner.csv', 'the lead type is another'],
  ['.csv', 'it has no name'],
  ['', 'it has no name'],
])('%s is for no package, because %s', (name) => {
  expect(packagesFor(name, WAITING)).toEqual([])
})

test('a name of any length is read at once', () => {
  expect(packagesFor('LY-7K3'.repeat(20_000), WAITING)).toEqual([])
})

test('a county counts as a whole word, and the same name twice finds the same package', () => {
  const boise = { ...ONLY, lineNumber: 5, county: 'Boise' }
  expect(packagesFor('LY-WWCFHPXX-nevada.csv', [ONLY, boise])).toEqual([ONLY, boise])
  const names = ['LY-WWCFHPXX-ada.csv', 'LY-WWCFHPXX-ada.csv']
  expect(names.map((name) => packagesFor(name, [ONLY, boise]))).toEqual([[ONLY], [ONLY]])
})

test('the leads of a CSV text are its records below the header, whatever its line ends and quotes', () => {
  expect(countLeads('\uFEFFName,Note\r\n"A ""b""","two\nlines"\r\nC,\r\n\r\n')).toBe(2)
  expect(['', 'Name', '"Name"\n"A"'].map(countLeads)).toEqual([0, 0, 1])
})
