import { JobsPanel } from '#web/features/admin/jobs/jobs-panel.tsx'
import { RefundsPanel } from '#web/features/admin/jobs/refunds-panel.tsx'

/** Failed background work: refunds first, because they are someone’s money. */
export function JobsPage() {
  return (
    <div className="grid gap-5">
      <RefundsPanel />
      <JobsPanel />
    </div>
  )
}
