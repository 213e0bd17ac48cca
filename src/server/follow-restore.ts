/** The first start of a store on a restored database. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { holdMessages } from './features/admin/messages/resend-message.ts'
import { writeRestore } from './features/payments/unknown-payments.ts'
import type { PlatformContext } from './platform/context.ts'
import { inTransaction } from './platform/database/database.ts'
import { readIfThere } from './platform/files/durable-files.ts'

const FILE = 'restored.json'
const Mark = z.object({ restoredTo: z.iso.datetime({ offset: true }) })

export const markRestored = (dataDir: string, restoredTo: Date): Promise<void> =>
  writeFile(join(dataDir, FILE), `${JSON.stringify({ restoredTo: restoredTo.toISOString() })}\n`, { mode: 0o600 })

/** Holds messages that may have been sent, and notes which time was lost, so that its payments are looked for. */
export async function followRestore(ctx: PlatformContext, say: (line: string) => void): Promise<void> {
  const path = join(ctx.config.dataDir, FILE)
  const text = await readIfThere(path)
  if (text === null) return
  const { restoredTo } = Mark.parse(JSON.parse(text))
  const held = await inTransaction(ctx, async (tx) => {
    await tx.run(writeRestore, { now: ctx.clock.now(), restoredTo: new Date(restoredTo) })
    return holdMessages(ctx, tx)
  })
  await rm(path)
  say(
    `This database was restored to ${restoredTo}: ${held} waiting messages are held, and the card provider is asked about ` +
      'payments since then. Administrators see both under Needs attention.',
  )
}
