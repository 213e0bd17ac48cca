/** Where our numbered SQL is, and the table that says which of it a database has. */
import { fileURLToPath } from 'node:url'

export const MIGRATIONS = {
  migrationsFolder: fileURLToPath(new URL('../../../migrations', import.meta.url)),
  migrationsSchema: 'public',
  migrationsTable: 'schema_migrations',
}
