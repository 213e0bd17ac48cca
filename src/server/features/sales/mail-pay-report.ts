/** Pay reports by email. The file is made when the email is, so it includes refunds up to then. */
import { Day } from '#contract/days.ts'
import { formatCents } from '#contract/plain-values.ts'
import type { ReportMail } from '#contract/sales/analytics.ts'
import { payReportCsv, payReportName } from '#contract/sales/pay-report-csv.ts'
import type { UserId } from '#contract/values.ts'
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { requireRow } from '#server/platform/errors.ts'
import { requirePeriod } from './figures.ts'
import { findReportMail } from './queries.ts'
import { readPayReport } from './read-member-figures.ts'

/** One email for each attempt at a member's report; only letters, digits and dots, as a Message-ID requires. */
const messageIdOf = (userId: string, attemptId: string) => `pay_report.${userId}.${attemptId.replace(/[^\w-]/g, '_')}`

/** Queues an email with a member's pay report, one for each attempt. @throws Refusal `not_found`, `period_invalid` */
export async function mailPayReport(
  ctx: PlatformContext,
  userId: UserId,
  { startDate, endDate, attemptId }: { startDate: Day; endDate: Day; attemptId: string },
): Promise<ReportMail> {
  requirePeriod(startDate, endDate)
  const messageId = messageIdOf(userId, attemptId)
  const { email, state } = requireRow(await ctx.database.run(findReportMail, { userId, messageId }), 'not_found')
  const subjectId = `${userId} ${startDate} ${endDate}`
  if (!state) await inTransaction(ctx, (tx) => queueMessage(ctx, tx, { messageId, kind: 'pay_report', subjectId }))
  return { messageId, to: email, state: state ?? 'waiting' }
}

const composeReport: MessageComposer = async (ctx, { message_id, member_id, start_day, end_day }) => {
  const userId = member_id ?? ''
  const [member] = await ctx.database.run(findReportMail, { userId, messageId: message_id })
  if (!member) return { failed: 'the member was removed' }
  const [startDate, endDate] = [Day.parse(start_day), Day.parse(end_day)]
  const report = await readPayReport(ctx, userId as UserId, { startDate, endDate })
  const bytes = new TextEncoder().encode(payReportCsv(report))
  return {
    to: member.email,
    subject: `Your pay report, ${startDate} to ${endDate}`,
    name: member.username,
    paragraphs: [
      'Your pay report is attached as a table (CSV). Both days are included; a day is one of the store’s time zone.',
    ],
    facts: [
      ['From', startDate],
      ['To', `${endDate} (${report.timeZone})`],
      ['Total Packages', String(report.totalPackages)],
      ['Total Pay', formatCents(Math.round(report.totalPay * 100))],
    ],
    attachments: [{ name: payReportName(member.username, report), type: 'text/csv', bytes }],
  }
}

export const composers: MessageComposers = { pay_report: composeReport }
