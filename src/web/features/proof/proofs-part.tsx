import { useMutation, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useId } from 'react'
import { getProofs, VERIFY_PATH } from '#contract/proof/proofs.ts'
import { type ApiError, fillPath, query } from '#web/lib/call-api.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { formatPlural } from '#web/lib/format.ts'
import { type HandedOutFile, postForFile } from '#web/lib/post-for-file.ts'
import { BriefNotice } from '#web/ui/brief-notice.tsx'
import { Button, buttonClasses } from '#web/ui/button.tsx'

/** A log without trouble publishes within seconds; one that waits for its witnesses is asked about less often. */
const AGAIN_SOON_MS = 3_000
const AGAIN_LATER_MS = 30_000
const SOON_TIMES = 20

/** How far the proofs of a package are; polled while one is being made. */
function useProofs(line: { token: string; lineNumber: number }) {
  return useQuery({
    ...query(getProofs, line),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (!state.data?.waiting) return false
      return state.dataUpdateCount < SOON_TIMES ? AGAIN_SOON_MS : AGAIN_LATER_MS
    },
  })
}

interface ProofsPartProps {
  token: string
  lineNumber: number
  /** The package's name, for people who only hear the buttons. */
  title: string
  leads: number
}

const titleFor = (cap: number | null): string => {
  if (cap === null) return 'Proofs'
  return cap === 1
    ? 'Proof that these leads are yours alone'
    : `Proof that these leads are promised to ${cap} buyers at most`
}

/** The proofs of a package's leads: whether they are ready, and where to check them. */
export default function ProofsPart({ token, lineNumber, title, leads }: ProofsPartProps) {
  const { data, error, refetch } = useProofs({ token, lineNumber })
  const download = useMutation<HandedOutFile, ApiError>({
    mutationFn: () => postForFile(fillPath(getProofs.path, { token, lineNumber })),
    onSuccess: ({ name, content }) => downloadFile(name, 'application/zip', content),
  })
  const titleId = useId()
  if (error)
    return (
      <BriefNotice isDanger action={<Button onClick={() => refetch()}>Try again</Button>}>
        The proofs could not be loaded. {error.sentence}
      </BriefNotice>
    )
  if (!data) return null
  const { ready, waiting, cap } = data
  const isReady = waiting === 0 && ready > 0
  const missing = ready < leads ? ` There is none for ${formatPlural(leads - ready, 'lead')}.` : ''
  return (
    <section aria-labelledby={titleId} className="grid gap-3 border-t border-line pt-4">
      <div>
        <h3 id={titleId} className="flex items-start gap-2 text-sm font-semibold">
          <ShieldCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
          {titleFor(cap)}
        </h3>
        <p role="status" className="mt-1 text-sm text-muted">
          {waiting > 0
            ? 'The proofs are being made. They are ready once the log that has your leads is published, usually within a minute.'
            : isReady
              ? `The store has written each sale into its public log. You can check that yourself, even offline.${missing}`
              : 'There are none for these leads: the store kept no log when it delivered them, or the proofs were deleted with the leads.'}
        </p>
      </div>
      {isReady && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" isBusy={download.isPending} onClick={() => download.mutate()}>
            {download.isPending ? 'Downloading…' : 'Download proofs'}
            <span className="sr-only">: {title}</span>
          </Button>
          <a href={VERIFY_PATH} target="_blank" rel="noreferrer" className={buttonClasses('quiet', 'small')}>
            Check them
            <span className="sr-only">: opens a new tab</span>
          </a>
        </div>
      )}
      {download.error && <BriefNotice isDanger>{download.error.sentence}</BriefNotice>}
    </section>
  )
}
