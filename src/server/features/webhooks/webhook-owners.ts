/** Whose webhooks a call manages: those of the address whose desk is open, or those of the store. */
import type { AuditAction, AuditFacts } from '#contract/audit/audit.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { requireDesk } from '#server/features/buyers/desk-session.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { requireMember } from '#server/platform/member.ts'
import { STORE_OWNER } from './rules.ts'

/** What was done to a webhook, for the audit log. */
interface WebhookAct {
  action: Extract<AuditAction, `webhook_${string}`>
  webhook: { webhook_id: string; url: string }
  before?: AuditFacts
  after?: AuditFacts
}

export interface WebhookOwner {
  /** The key of its webhooks. */
  email: string
  /** The administrator who acts for the store; null at the desk. */
  userId: string | null
  /** Records what was done, if this kind of owner is audited. */
  record(tx: Transaction, act: WebhookAct): Promise<void>
}

/** The buyer at the desk. @throws Refusal `desk_closed` */
export async function deskOwner(ctx: WebContext): Promise<WebhookOwner> {
  const { email } = await requireDesk(ctx)
  return { email, userId: null, record: async () => undefined }
}

/** The store, for a call that only administrators may make. */
export const storeOwner = (ctx: WebContext): WebhookOwner => ({
  email: STORE_OWNER,
  userId: requireMember(ctx).userId,
  record: (tx, { action, webhook, before, after }) =>
    // Only the host, because the path of an automation tool's address is its secret.
    writeAudit(ctx, tx, { action, subject: new URL(webhook.url).host, target: webhook.webhook_id, before, after }),
})
