import { expect, test } from 'vitest'
import { VIP, withStockFiles } from '#testing/stock-files.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const files = withStockFiles(store)

test('an export of stock has all packages in the shop’s order, with the columns an import needs', async () => {
  await store.setStock(VIP, 2500)
  const reply = await files.admin.call('GET', '/api/admin/stock.csv?state=Texas')
  const lines: string[] = reply.body.trimEnd().split('\r\n')
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="stock-texas-\d{4}-\d\d-\d\d\.csv"$/)
  expect(lines[0]).toBe('package_id,state,county,lead_type,tier,size,price,available,exported_available')
  expect(lines).toHaveLength(254 * 48 + 1)
  expect(lines[1]).toBe('48001-vacant-vip-20,Texas,Anderson,vacant,vip,20,299.00,0,0')
  expect(lines).toContain('48453-vacant-vip-20,Texas,Travis,vacant,vip,20,299.00,2500,2500')
  expect((await files.admin.call('GET', '/api/admin/stock.csv?state=Atlantis')).body.code).toBe('unknown_state')
})
