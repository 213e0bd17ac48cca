import { JobsPanel } from '#web/features/admin/jobs/jobs-panel.tsx'
import { RefundsPanel } from '#web/features/admin/jobs/refunds-panel.tsx'

/** What is stuck behind the scenes: refunds first, because they are somebody’s money. */
export function JobsPage() {
  return (
    <div className="grid gap-5">
      <RefundsPanel />
      <JobsPanel />
    </div>
  )
}
