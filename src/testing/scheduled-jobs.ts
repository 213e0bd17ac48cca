import type { TestApp } from './test-app.ts'

/** Runs a scheduled job on the given node, as if it were due. */
export async function runScheduled(store: TestApp, name: string): Promise<void> {
  const job = store.app.jobs.find((candidate) => candidate.name === name && candidate.schedule)
  if (!job) throw new Error(`no job ${name} runs by the clock`)
  await job.run(store.ctx, {})
}

/** Runs all retention jobs once. */
export async function forgetEverythingOld(store: TestApp): Promise<void> {
  for (const { name, schedule } of store.app.jobs)
    if (schedule && name.startsWith('forget-')) await runScheduled(store, name)
}
