import { Mail } from 'lucide-react'
import type { TeamMember } from '#contract/admin/team.ts'
import type { PayReport } from '#contract/sales/analytics.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useReportMail } from './use-report-mail.ts'

/** Emails the report to the member and shows the state of the email. */
export function ReportMailing({ member, report }: { member: TeamMember; report: PayReport }) {
  const { mail, error, unknown, isBusy, send } = useReportMail(member.id, report)
  const failed =
    error?.sentence ?? (mail?.state === 'failed' ? `The email to ${mail.to} could not be delivered.` : undefined)
  return (
    <>
      <Button aria-disabled={isBusy || undefined} onClick={() => !isBusy && send()}>
        <Mail size={15} aria-hidden="true" />
        {isBusy ? 'Emailing…' : 'Email Report'}
      </Button>
      <div className="w-full">
        {failed ? (
          <Notice tone="danger" title="The report was not emailed">
            {failed} Check the address, then press Email Report again.
          </Notice>
        ) : unknown ? (
          <Notice tone="attention" title="We can’t tell yet whether the report was emailed">
            {unknown.sentence} Press Email Report to check again. We won’t send it twice.
          </Notice>
        ) : mail?.state === 'sent' ? (
          <Notice tone="good" title="Report emailed">
            The report was emailed to {mail.to}, with the table attached.
          </Notice>
        ) : isBusy ? (
          <Notice>The report is on its way to {mail?.to ?? member.email}. You can close this dialog.</Notice>
        ) : null}
      </div>
    </>
  )
}
