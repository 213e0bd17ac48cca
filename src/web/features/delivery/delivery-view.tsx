import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Delivery } from '#contract/delivery/delivery.ts'
import { DESK_TITLE } from '#contract/page-titles.ts'
import { formatCount, formatMoment } from '#web/lib/format.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { paths } from '#web/paths.ts'
import { DeliveredPackage, isFromStore } from './delivered-package.tsx'
import { PresetField } from './preset-field.tsx'
import { useFilePreset } from './use-file-preset.ts'

interface DeliveryViewProps {
  token: string
  delivery: Delivery
  /** What another feature shows about the proofs of a package. */
  proofs: (delivered: Delivery['packages'][number]) => ReactNode
  /** What another feature shows below a downloaded package. */
  below: (lineNumber: number) => ReactNode
}

/** What a delivery link opens: for whom it is, until when it works, and a button for each file. */
export function DeliveryView({ token, delivery, proofs, below }: DeliveryViewProps) {
  const { reference, emailHint, deliveredAt, expiresAt, packages } = delivery
  const [preset, setPreset] = useFilePreset()
  const hasFiles = packages.some(({ files }) => files.length > 0)
  const hasLeadFiles = packages.some(isFromStore)
  return (
    <div className="grid gap-6">
      <dl className="grid gap-x-8 gap-y-4 rounded-md border border-line bg-surface p-4 text-sm sm:grid-cols-2 sm:p-5">
        <Fact name="Order">
          <span className="figures">{reference}</span>
        </Fact>
        <Fact name="For">{emailHint || 'its buyer'}</Fact>
        <Fact name={hasFiles ? 'Ready since' : 'Delivered'}>{formatMoment(deliveredAt)}</Fact>
        <Fact name="This link works until">
          {formatMoment(expiresAt)} <TimeLeft expiresAt={expiresAt} />
        </Fact>
      </dl>
      {hasLeadFiles && <PresetField preset={preset} onChange={setPreset} />}
      <ul aria-label="Delivered packages" className="grid gap-4">
        {packages.map((delivered) => (
          <DeliveredPackage
            key={delivered.lineNumber}
            token={token}
            delivered={delivered}
            preset={preset}
            proofs={proofs(delivered)}
          >
            {below(delivered.lineNumber)}
          </DeliveredPackage>
        ))}
      </ul>
      <div className="grid max-w-[62ch] gap-2 text-sm text-muted">
        {hasLeadFiles && (
          <p>
            {preset === 'dialer'
              ? 'Each row is one phone number. Numbers marked “do not call” are left out.'
              : preset
                ? 'Each row is one lead. Do not call the numbers in the column “Do Not Call Phones”.'
                : 'Each row is one lead, with its age on the day you bought it and its source. Do not call a phone marked “do not call”.'}
          </p>
        )}
        <p>
          Anyone with this link can open it, so keep it to yourself.
          {hasFiles && ' Every download is logged.'}
        </p>
        <p>
          All your orders are under{' '}
          <Link to={paths.desk} className="font-semibold text-accent underline underline-offset-2">
            {DESK_TITLE}
          </Link>
          .
        </p>
      </div>
    </div>
  )
}

const DAY_MS = 24 * 60 * 60_000

function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const leftMs = Date.parse(expiresAt) - useServerSeconds() * 1000
  const days = Math.floor(leftMs / DAY_MS)
  const words = days >= 1 ? `${formatCount(days)} ${days === 1 ? 'day' : 'days'} left` : 'less than a day left'
  return <span className="font-normal whitespace-nowrap text-muted">({words})</span>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
