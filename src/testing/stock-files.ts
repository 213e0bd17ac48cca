/** An administrator who imports stock files into a store, and what became of the stock. */
import { beforeAll } from 'vitest'
import { anAdmin, Client } from './builders.ts'
import { Imports } from './imports.ts'
import type { TestApp } from './test-app.ts'
import { PREMIER, VIP } from './with-store.ts'

export { PREMIER, VIP }
export const OWNER = '10001-owner-standard-100'

export class StockFiles extends Imports {
  constructor(store: TestApp, admin: Client) {
    super(store, admin, 'stock')
  }

  /** Sets ten units of each package that the tests use. */
  async reset(): Promise<void> {
    for (const packageId of [VIP, PREMIER, OWNER]) await this.store.setStock(packageId, 10)
  }

  /** Leaves an import like a node that died right after it started. */
  async beginApplying(importId: string): Promise<void> {
    await this.store
      .sql`update imports set state = 'applying', applied_by = created_by, applied_at = now() where import_id = ${importId}`
  }

  /** The counts that buyers see. */
  async stock(...packageIds: string[]): Promise<number[]> {
    const rows = await this.store
      .sql`select case when is_unlimited then unlimited_shown else available end as shown from packages
       where package_id = any(${packageIds}) order by array_position(${packageIds}, package_id)`
    return rows.map(({ shown }) => shown)
  }

  /** Everything that a file must not change before it is applied. */
  async fingerprint(): Promise<{ packages: string; movements: string; audited: string }> {
    return this.store.row`select (select md5(string_agg(p::text, ',' order by package_id)) from packages p) as packages,
         (select count(*) from stock_movements) as movements, (select count(*) from audit_entries where action <> 'lead_rows_seen') as audited`
  }
}

/** Gives all tests of a file an administrator with stock files. */
export function withStockFiles(store: TestApp): StockFiles {
  const files = new StockFiles(store, new Client(store))
  beforeAll(async () => {
    files.admin = await anAdmin(store)
  })
  return files
}
