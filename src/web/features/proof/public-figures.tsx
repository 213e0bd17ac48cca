import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type FiguresReply, getFigures } from '#contract/proof/figures.ts'
import { VERIFY_PATH } from '#contract/proof/proofs.ts'
import { formatDateTime, timeZoneWord } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/format-day.ts'
import { query } from '#web/lib/query.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { FiguresView, type Shown } from './figures-view.tsx'

type OnDay = (day: string | undefined) => void

export function PublicFigures({ day, onDay }: { day: string | undefined; onDay: OnDay }) {
  const words = day === undefined ? undefined : { day }
  const { data, error, refetch } = useQuery({ ...query(getFigures, {}, words), staleTime: 0 })
  if (!data && !error) return <Loading words="Loading the figures" height="h-40" count={3} />
  if (!data) {
    const action = (
      <Button onClick={() => (day === undefined ? refetch() : onDay(undefined))}>
        {day === undefined ? 'Try again' : 'Show the latest figures'}
      </Button>
    )
    return (
      <Notice tone="danger" title="The figures could not be loaded" action={action}>
        {error?.status === 400 ? 'This address does not name a day.' : error?.sentence}
      </Notice>
    )
  }
  if (!data.figures || data.checksum === null)
    return (
      <EmptyState title="There are no figures yet">
        The store counts them once a day, and starts when it has something on sale.
      </EmptyState>
    )
  return (
    <>
      <DayHead {...data} figures={data.figures} checksum={data.checksum} onDay={onDay} />
      <FiguresView key={data.figures.day} figures={data.figures} />
    </>
  )
}

const PROOF_WORDS: Readonly<Record<FiguresReply['proof'], string>> = {
  ready:
    'The fingerprint of this day is in the same public log as the leads that we deliver. Anyone who keeps a copy of that log, and any witness that signs it, would notice a change, so we can no longer change these figures. Anyone can check the proof without asking us. It does not prove that we counted correctly.',
  waiting: 'The fingerprint of this day goes into our public log within minutes. Then you can download a proof here.',
  none: 'The store kept no public log that day, so only your own copy of the file shows whether it has changed.',
}

type DayHeadProps = Pick<FiguresReply, 'proof' | 'days'> & { figures: Shown; checksum: string; onDay: OnDay }

function DayHead({ figures, checksum, proof, days, onDay }: DayHeadProps) {
  const { day, madeAt, hasCounts, hiddenBelow } = figures
  return (
    <section
      aria-label="About these figures"
      className="rounded-md border border-line bg-surface p-5 shadow-sheet sm:p-6"
    >
      <div className="flex flex-wrap items-end justify-between gap-4">
        <SelectField
          label="Figures for"
          className="min-w-52"
          options={days}
          nameOf={formatDay}
          value={day}
          onChange={(chosen) => onDay(chosen === days[0] ? undefined : chosen)}
        />
        <div className="flex flex-wrap gap-2">
          <a href={`/api/trust/${day}/file`} download className={buttonClasses('plain')}>
            Download this day’s figures
          </a>
          {proof === 'ready' && (
            <>
              <a href={`/api/trust/${day}/proof`} download className={buttonClasses('plain')}>
                Download with proof
              </a>
              <a href={VERIFY_PATH} target="_blank" rel="noreferrer" className={buttonClasses('quiet')}>
                Check it
                <span className="sr-only">: opens a new tab</span>
              </a>
            </>
          )}
        </div>
      </div>
      <dl className="mt-5 grid gap-3 text-sm">
        <Fact name="Counted">
          {formatDateTime(madeAt)} {timeZoneWord(Date.parse(madeAt))}, by the store’s own program, from the records of
          its sales and payments. Months are those of {figures.timeZone}. Except for stock, a month appears once it is
          over.
        </Fact>
        <Fact name="Hidden">
          Numbers from 1 to {hiddenBelow - 1}, because they could point at someone, and others that would give them away
          by subtraction. There are no totals for the same reason.
          {!hasCounts && ' The store shows shares only, and no numbers.'}
        </Fact>
        <Fact name="Proof">{PROOF_WORDS[proof]}</Fact>
        <Fact name="Fingerprint">
          <span className="break-all font-mono text-xs">{checksum}</span>
          <span className="block">
            The SHA-256 of the file. Note it down, and you can tell later whether it is still the same file.
          </span>
        </Fact>
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-x-6 gap-y-1 sm:grid-cols-[7rem_minmax(0,1fr)]">
    <dt className="font-semibold">{name}</dt>
    <dd className="max-w-[64ch] text-muted">{children}</dd>
  </div>
)
