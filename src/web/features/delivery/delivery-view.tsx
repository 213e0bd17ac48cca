import { Link } from '@tanstack/react-router'
import { CircleCheck, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { Delivery, DeliveryFormat } from '#contract/delivery/delivery.ts'
import { FILE_PRESET_LIST, FILE_PRESET_NAMES, type FilePreset } from '#contract/delivery/file-presets.ts'
import { DESK_TITLE } from '#contract/page-titles.ts'
import { formatMoment, formatPlural } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-late.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Fact } from '#web/ui/fact-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { readStored, writeStored } from '#web/ui/storage.ts'
import { useDownload } from './delivery-data.ts'
import { PresetSelect } from './preset-select.tsx'

const BUTTON_WORDS: Readonly<Record<DeliveryFormat, string>> = {
  csv: 'Download CSV',
  xlsx: 'Download Excel',
  attached: 'Download file',
}

/** Whether a file is made for a tool when its button is pressed, so its size is not known yet. */
const isFor = (format: DeliveryFormat, preset: FilePreset | null): preset is FilePreset =>
  preset !== null && format === 'csv'

function buttonWords(format: DeliveryFormat, preset: FilePreset | null): string {
  if (!isFor(format, preset)) return BUTTON_WORDS[format]
  return preset === 'dialer' ? 'Download for a dialer' : `Download for ${FILE_PRESET_NAMES[preset]}`
}

/** A link may name one of the packages. They come after the page, so the browser looked for it too early. */
function showIfAsked(item: HTMLElement | null): void {
  if (item && window.location.hash === `#${item.id}`) item.scrollIntoView()
}

type Delivered = Delivery['packages'][number]
type DeliveredPackageProps = { token: string; delivered: Delivered; preset: FilePreset | null; children?: ReactNode }

/** Whether the store made its files and knows their content; it does not for files that a person attached. */
const isFromStore = ({ files }: Delivered): boolean => files.some(({ format }) => format !== 'attached')

function DeliveredPackage({ token, delivered, preset, children }: DeliveredPackageProps) {
  const { lineNumber, tier, size, leads, missing, leadTypeName, place, files, note, isDownloaded } = delivered
  const download = useDownload(token)
  const title = packageName({ tier, size })
  const handleDownload = (format: DeliveryFormat) => {
    if (!download.isPending) download.mutate({ lineNumber, format, preset: isFor(format, preset) ? preset : null })
  }
  // A tool reads its CSV file. The workbook has the columns for people.
  const shown = preset ? files.filter(({ format }) => format !== 'xlsx') : files
  return (
    <li
      id={`package-${lineNumber}`}
      ref={showIfAsked}
      className="grid scroll-mt-4 gap-4 rounded-md border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-sm text-muted">
            {isFromStore(delivered)
              ? formatPlural(leads - missing, 'lead')
              : `Package of ${formatPlural(leads, 'lead')}`}{' '}
            · {leadTypeName} · {place}
          </p>
        </div>
        {isDownloaded && (
          <p className="inline-flex items-center gap-1.5 text-sm font-semibold text-accent">
            <CircleCheck size={16} aria-hidden="true" />
            Opened
          </p>
        )}
      </div>
      {missing > 0 && (
        <Notice tone="attention" title={`${formatPlural(missing, 'lead')} fewer than you bought`}>
          The owners opted out before we delivered your leads, and no other leads were left. Email us and we will make
          it up to you.
        </Notice>
      )}
      {note && (
        <div className="rounded-md bg-sunken p-3 text-sm">
          <p className="font-semibold">A note from us</p>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {note}
          </p>
        </div>
      )}
      {files.length > 0 ? (
        <ul className="grid gap-2 sm:flex sm:flex-wrap">
          {shown.map(({ format, name, bytes }, index) => (
            <li key={format} className="grid">
              <Button
                icon={Download}
                look={index === 0 ? 'primary' : 'plain'}
                isBusy={download.isPending}
                about={`: ${title}${isFor(format, preset) ? '' : `, ${name}`}`}
                onClick={() => handleDownload(format)}
              >
                {buttonWords(format, preset)}
                {!isFor(format, preset) && <span className="figures font-normal opacity-80">{formatBytes(bytes)}</span>}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        !note && <p className="text-sm text-muted">We no longer keep the files for this package.</p>
      )}
      <ErrorNotice error={download.error} title="The file could not be downloaded" />
      {children}
    </li>
  )
}

/** Where to import the file and what to watch for; docs/bring-leads-into-your-crm.md says more. */
const STEPS: Readonly<Record<FilePreset, string>> = {
  resimpli:
    'In REsimpli, import the file as a list of leads and match each column with its field. Check the first rows before you finish.',
  podio:
    'In Podio, open your leads app, choose Import Excel or CSV, and match the columns with the fields of your app. Use “Property address” for a location field.',
  'follow-up-boss':
    'In Follow Up Boss, import the file under Admin, then Import. City, State and Zip are the mailing address; the property is in the background and in its own columns.',
  gohighlevel:
    'In GoHighLevel, go to Contacts and choose Import Contacts. Add custom fields for the property columns first, or skip them. Set your account’s country to the United States, because the numbers have ten digits.',
  hubspot:
    'In HubSpot, import the file as one file with one object, Contacts. HubSpot matches the names and the mailing address by itself; add properties for the other columns, or skip them.',
  salesforce:
    'In Salesforce, open Setup, then Data Import Wizard, and import the file as Leads. The property is in the description. A person without a company has their own name as the company.',
  dialer:
    'For a dialer such as CallTools. One row for each phone number that may be called, with the property as the address. Match the column “Phone” with the number to dial.',
}

const KEY = 'file-preset'

interface DeliveryViewProps {
  token: string
  delivery: Delivery
  /** The leads themselves, and what proves where they went. */
  leads: (delivered: Delivered) => ReactNode
}

export function DeliveryView({ token, delivery, leads }: DeliveryViewProps) {
  const { reference, emailHint, deliveredAt, expiresAt, packages } = delivery
  // The tool that this browser last downloaded leads for; null: a spreadsheet.
  const [preset, setPreset] = useState(() => {
    const stored = readStored('local', KEY)
    return FILE_PRESET_LIST.find((known) => known === stored) ?? null
  })
  const handlePreset = (next: FilePreset | null) => {
    writeStored('local', KEY, next)
    setPreset(next)
  }
  const hasFiles = packages.some(({ files }) => files.length > 0)
  const hasLeadFiles = packages.some(isFromStore)
  return (
    <div className="grid gap-6">
      {hasLeadFiles && (
        <div className="grid gap-x-6 gap-y-2 rounded-md border border-line bg-surface p-4 sm:p-5 md:grid-cols-[20rem_minmax(0,1fr)] md:items-end">
          <PresetSelect
            label="Where will you use your leads?"
            none="A spreadsheet"
            preset={preset}
            onChange={handlePreset}
          />
          <p aria-live="polite" className="max-w-[62ch] text-sm text-muted">
            {preset
              ? STEPS[preset]
              : 'All columns, as CSV and Excel. Choose your CRM or dialer to get a file that it can import.'}
          </p>
        </div>
      )}
      <ul aria-label="Delivered packages" className="grid gap-4">
        {packages.map((delivered) => (
          <DeliveredPackage key={delivered.lineNumber} token={token} delivered={delivered} preset={preset}>
            {isFromStore(delivered) && leads(delivered)}
          </DeliveredPackage>
        ))}
      </ul>
      <dl className="grid gap-x-8 gap-y-4 rounded-md border border-line bg-surface p-4 text-sm sm:grid-cols-2 sm:p-5 lg:grid-cols-4">
        <Fact name="Order">
          <span className="figures">{reference}</span>
        </Fact>
        <Fact name="For">{emailHint || 'its buyer'}</Fact>
        <Fact name={hasFiles ? 'Ready since' : 'Delivered'}>{formatMoment(deliveredAt)}</Fact>
        <Fact name="This link works until">
          {formatMoment(expiresAt)} <TimeLeft expiresAt={expiresAt} />
        </Fact>
      </dl>
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
  const words = days >= 1 ? `${formatPlural(days, 'day')} left` : 'less than a day left'
  return <span className="font-normal whitespace-nowrap text-muted">({words})</span>
}
