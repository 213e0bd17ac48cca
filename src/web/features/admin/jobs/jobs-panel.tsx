import { useState } from 'react'
import { type FailingJob, giveUpJob, listFailingJobs } from '#contract/admin/job-screen.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDateTime, formatPlural } from '#web/lib/format.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { timesNote } from '#web/lib/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { actsColumn, type Column } from '#web/ui/data-table.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState, Panel, StatusPill } from '#web/ui/panel.tsx'
import { JOB_CHANGE, useRetryJob } from './job-data.ts'

/** Failed background jobs, with buttons to run them again or give them up. */
export default function JobsPanel() {
  const list = usePages(
    listFailingJobs,
    {},
    // A job that was started by hand is done within seconds.
    { againMs: 5_000, isWatched: (rows) => rows.some(({ state }) => state !== 'failed') },
  )
  const retry = useRetryJob()
  const [asked, setAsked] = useState<FailingJob | null>(null)
  const failed = list.data?.filter(({ state }) => state === 'failed').length ?? 0
  return (
    <Panel intro="Background work that failed, newest first. It is safe to run a job again: it checks first whether its work is done. Emails are under Messages.">
      {failed > 0 && (
        <p className="mb-3 font-semibold text-danger">
          {formatPlural(failed, 'job')} failed for good: run or drop each.
        </p>
      )}
      <PagedTable
        list={list}
        label="Failed jobs"
        columns={columnsOf({ onRetry: retry.mutate, onGiveUp: setAsked })}
        rowKey={({ id }) => id}
        errorTitle="The jobs could not be loaded"
        footnote={timesNote()}
        empty={
          <EmptyState title="No failed jobs: all good">
            Webhooks, refunds and cleanup run in the background. Jobs that fail appear here, along with their next try.
          </EmptyState>
        }
      />
      {asked && <DropDialog job={asked} onClose={() => setAsked(null)} />}
    </Panel>
  )
}

function DropDialog({ job, onClose }: { job: FailingJob; onClose: () => void }) {
  const giveUp = useChange({
    ...JOB_CHANGE,
    send: (reason: string) => callApi(giveUpJob, { params: { jobId: job.id }, body: { reason } }),
    toast: () => ({ title: 'Job dropped', description: 'The job will not run again.' }),
  })
  return (
    <TextDialog
      title={`Drop ${job.name}?`}
      note=""
      label="Why it is no longer needed"
      fieldError="Say why, for the audit log."
      lengthMax={500}
      confirmLabel="Drop the job"
      change={giveUp}
      onClose={onClose}
    >
      <p>{job.summary} It will never run again, and its work will not get done.</p>
    </TextDialog>
  )
}

type Act = (job: FailingJob) => void

const columnsOf = ({ onRetry, onGiveUp }: { onRetry: Act; onGiveUp: Act }): Column<FailingJob>[] => [
  {
    header: 'Job',
    isTitle: true,
    cell: ({ name, summary }) => (
      <>
        <strong className="block font-semibold">{name}</strong>
        <span className="text-muted">{summary}</span>
      </>
    ),
  },
  {
    header: 'Status',
    cell: (job) => (
      <>
        {job.state === 'failed' && <StatusPill tone="over">Failed</StatusPill>}
        {job.state === 'waiting' && <StatusPill tone="waiting">Will be retried</StatusPill>}
        {job.state === 'running' && <StatusPill tone="plain">Running</StatusPill>}
        <span className="figures block text-xs text-muted">
          {job.attempts} of {job.attemptsMax} tries
        </span>
        {job.nextAt && <span className="block text-xs text-muted">next {formatDateTime(job.nextAt)}</span>}
      </>
    ),
  },
  { header: 'What went wrong', cell: ({ lastError }) => lastError },
  { header: 'Last try', isUnbroken: true, cell: ({ failedAt }) => formatDateTime(failedAt) },
  actsColumn(
    (job) =>
      job.state !== 'running' && (
        <>
          <Button size="small" about={`: ${job.name}`} onClick={() => onRetry(job)}>
            Run now
          </Button>
          <Button size="small" look="danger" about={`: ${job.name}`} onClick={() => onGiveUp(job)}>
            Drop
          </Button>
        </>
      ),
  ),
]
