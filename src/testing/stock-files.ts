/** An administrator who imports stock files into a store, and what became of the stock. */
import { beforeAll } from 'vitest'
import { anAdmin, Client, type Reply } from './builders.ts'
import type { TestApp } from './test-app.ts'
import { PREMIER, VIP } from './with-store.ts'

export { PREMIER, VIP }
export const OWNER = '10001-owner-standard-100'

export class StockFiles {
  readonly #store: TestApp
  admin: Client

  constructor(store: TestApp, admin: Client) {
    this.#store = store
    this.admin = admin
  }

  /** Sets ten units of each package that the tests use. */
  async reset(): Promise<void> {
    for (const packageId of [VIP, PREMIER, OWNER]) await this.#store.setStock(packageId, 10)
  }

  /** @returns the id of an import whose file has not come yet */
  async announce(): Promise<string> {
    const reply = await this.admin.call('POST', '/api/admin/stock-imports', { fileName: 'stock.csv', fileBytes: 100 })
    return reply.body.id
  }

  send(importId: string, file: string | Buffer, headers: Record<string, string> = {}): Promise<Reply> {
    const url = `/api/admin/stock-imports/${importId}/file`
    return this.admin.send('PUT', url, file, { 'content-type': 'text/csv', ...headers })
  }

  /** Creates an import and sends its file. */
  check = async (file: string | Buffer): Promise<Reply> => this.send(await this.announce(), file)

  apply = (importId: string): Promise<Reply> => this.admin.call('POST', `/api/admin/stock-imports/${importId}/apply`)

  /** Leaves an import like a node that died right after it started. */
  async beginApplying(importId: string): Promise<void> {
    await this.#store
      .sql`update stock_imports set state = 'applying', applied_by = created_by, changed_packages = 0 where import_id = ${importId}`
  }

  async read(importId: string): Promise<Reply['body']> {
    return (await this.admin.call('GET', `/api/admin/stock-imports/${importId}`)).body
  }

  /** The counts that buyers see. */
  async stock(...packageIds: string[]): Promise<number[]> {
    const rows = await this.#store
      .sql`select case when is_unlimited then unlimited_shown else available end as shown from packages
       where package_id = any(${packageIds}) order by array_position(${packageIds}, package_id)`
    return rows.map(({ shown }) => shown)
  }

  /** Everything that a file must not change before it is applied. */
  async fingerprint(): Promise<{ packages: string; movements: string; audited: string }> {
    return this.#store
      .row`select (select md5(string_agg(p::text, ',' order by package_id)) from packages p) as packages,
         (select count(*) from stock_movements) as movements, (select count(*) from audit_entries) as audited`
  }

  /** Rows of files that are stored for checking and applying. */
  async leftRows(): Promise<number> {
    return (
      await this.#store
        .row`select ((select count(*) from stock_import_rows) + (select count(*) from stock_import_changes))::int as rows`
    ).rows
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
