import type { App } from '#server/app.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Database } from '#server/platform/database/database.ts'

interface StoreNode {
  app: Pick<App, 'jobs'>
  ctx: Context
  database: Database
}

/** Runs a scheduled job on the given node, as if it were due. */
export async function runScheduled(store: StoreNode, name: string): Promise<void> {
  const job = store.app.jobs.find((candidate) => candidate.name === name && candidate.schedule)
  if (!job) throw new Error(`no job ${name} runs by the clock`)
  await job.run(store.ctx, {})
}

/** Forgets everything old. @returns how many statements that took; the fewest if nothing was old */
export async function statementsOfForgetting(store: StoreNode): Promise<number> {
  const before = store.database.statementCount()
  await runScheduled(store, 'forget-old-rows')
  return store.database.statementCount() - before
}
