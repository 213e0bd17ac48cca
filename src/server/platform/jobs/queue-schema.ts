import { runMigrations } from 'graphile-worker'

/** Makes or updates the tables of the job queue (schema `graphile_worker`); safe to call again and from two nodes. */
export async function migrateQueue(url: string): Promise<void> {
  await runMigrations({ connectionString: url, preset: { worker: { connectionString: url } } })
}
