/** A process that takes a job and never finishes it, to be killed in the middle. Arguments: the database's URL. */
import * as z from 'zod/mini'
import { openDatabase } from '#server/platform/database/database.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { createLog } from '#server/platform/logging.ts'

const log = createLog('silent')
const hang = defineJob({
  name: 'carry-on',
  summary: 'Never ends.',
  payload: z.unknown(),
  attemptsMax: 3,
  async run() {
    process.stdout.write('took the job\n')
    await new Promise(() => undefined)
  },
})
await startWorker({
  database: openDatabase({ url: process.argv[2] ?? '', poolSize: 4, log }),
  jobs: [hang],
  log,
  concurrency: 1,
  makeContext: () => ({}),
})
