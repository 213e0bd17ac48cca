import { migrate } from '../migrate.ts'
import { STORE_ROLE } from './cluster.ts'
import { grantStoreRole } from './grant-store-role.ts'
import type { EmbeddedPostgres } from './start-embedded-postgres.ts'

/** Brings the embedded database to the current schema as its owner, then lets the store's role work with it. */
export async function migrateEmbedded({ ownerUrl }: Pick<EmbeddedPostgres, 'ownerUrl'>): Promise<void> {
  await migrate(ownerUrl)
  await grantStoreRole(ownerUrl, STORE_ROLE)
}
