import type { ConfirmedStep } from '#contract/admin/setup.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { requireMember } from '#server/platform/member.ts'
import { deleteConfirmation, insertConfirmation } from './queries.ts'

const SUBJECTS: Readonly<Record<ConfirmedStep, string>> = {
  prices: 'Prices',
  texts: 'Text messages',
  rep: 'First rep',
  backup: 'Backup',
}

/** Confirms or skips a step of the setup, or takes that back. Repeating it changes and records nothing. */
export async function confirmStep(ctx: RequestContext, step: ConfirmedStep, isConfirmed: boolean): Promise<void> {
  const { userId } = requireMember(ctx)
  await inTransaction(ctx, async (tx) => {
    const changed = isConfirmed
      ? await tx.run(insertConfirmation, { step, now: ctx.clock.now(), confirmedBy: userId })
      : await tx.run(deleteConfirmation, { step })
    if (changed.length === 0) return
    await writeAudit(ctx, tx, {
      action: 'setup_confirmed',
      subject: SUBJECTS[step],
      before: { confirmed: !isConfirmed },
      after: { confirmed: isConfirmed },
    })
  })
}
