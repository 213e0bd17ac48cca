import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { Delivery, DeliveryFormat } from '#contract/delivery/delivery.ts'
import { FILE_PRESET_LIST, FILE_PRESET_NAMES, type FilePreset } from '#contract/delivery/file-presets.ts'
import { formatMoment, formatPlural, formatTimeLeft } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-late.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { ActionMenu } from '#web/ui/action-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/fact-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'
import { readStored, writeStored } from '#web/ui/storage.ts'
import { useDownload } from './delivery-data.ts'

/** A link may name one of the packages. They come after the page, so the browser looked for it too early. */
function showIfAsked(item: HTMLElement | null): void {
  if (item && window.location.hash === `#${item.id}`) item.scrollIntoView()
}

type Delivered = Delivery['packages'][number]

/** Whether the store made its files and knows their content; it does not for files that a person attached. */
const isFromStore = ({ files }: Delivered): boolean => files.some(({ format }) => format !== 'attached')

type DeliveredPackageProps = { token: string; delivered: Delivered; children?: ReactNode }
function DeliveredPackage({ token, delivered, children }: DeliveredPackageProps) {
  const { lineNumber, tier, size, leads, missing, leadTypeName, place, files, note } = delivered
  const title = packageName({ tier, size })
  return (
    <li id={`package-${lineNumber}`} ref={showIfAsked} className="grid scroll-mt-4 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-sm text-muted">
            {isFromStore(delivered)
              ? formatPlural(leads - missing, 'lead')
              : `Package of ${formatPlural(leads, 'lead')}`}{' '}
            · {leadTypeName} · {place}
          </p>
        </div>
        {files.length > 0 && <Downloads token={token} delivered={delivered} title={title} />}
      </div>
      {missing > 0 && (
        <Notice tone="attention" title={`${formatPlural(missing, 'lead')} fewer than you bought`}>
          The owners opted out before we delivered your leads, and no other leads were left. Email us and we will make
          it up to you.
        </Notice>
      )}
      {note && (
        <Notice title="A note from us">
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {note}
          </p>
        </Notice>
      )}
      {files.length === 0 && !note && (
        <p className="text-sm text-muted">We no longer keep the files for this package.</p>
      )}
      {children}
    </li>
  )
}

const KEY = 'file-preset'
const FORMAT_NAMES: Readonly<Record<DeliveryFormat, string>> = { csv: 'CSV', xlsx: 'Excel', attached: 'file' }

/** The file as CSV, or for the tool that this browser last downloaded for; all others are in the menu beside it. */
function Downloads({ token, delivered, title }: { token: string; delivered: Delivered; title: string }) {
  const { lineNumber, files } = delivered
  const download = useDownload(token)
  const [preset, setPreset] = useState(() => {
    const stored = readStored('local', KEY)
    return FILE_PRESET_LIST.find((known) => known === stored) ?? null
  })
  const choices = files.flatMap(({ format, bytes }) => [
    { name: FORMAT_NAMES[format], about: formatBytes(bytes), format, tool: null },
    ...(format === 'csv' ? FILE_PRESET_LIST : []).map((tool) => ({
      name: tool === 'dialer' ? 'a dialer' : FILE_PRESET_NAMES[tool],
      about: null,
      format,
      tool,
    })),
  ])
  const [first] = choices.toSorted((a, b) => Number(b.tool === preset) - Number(a.tool === preset))
  if (!first) return null
  const save = ({ format, tool }: (typeof choices)[number]) => {
    writeStored('local', KEY, tool)
    setPreset(tool)
    if (!download.isPending) download.mutate({ lineNumber, format, preset: tool })
  }
  const words = ({ name, tool }: (typeof choices)[number]) => (tool ? `Download for ${name}` : `Download ${name}`)
  return (
    <div className="no-print flex flex-wrap gap-2 max-sm:w-full">
      <Button
        icon={Download}
        className="max-sm:grow"
        isBusy={download.isPending}
        about={`: ${title}`}
        onClick={() => save(first)}
      >
        {words(first)}
        {first.about && <span className="figures font-normal text-muted max-sm:hidden">{first.about}</span>}
      </Button>
      {choices.length > 1 && (
        <ActionMenu
          label={`Other formats: ${title}`}
          words="Other formats"
          actions={choices
            .filter((one) => one !== first)
            .map((one) => ({ label: words(one), icon: Download, onChoose: () => save(one) }))}
        />
      )}
      <div className="basis-full text-sm empty:hidden">
        <ErrorNotice error={download.error} title="The file could not be downloaded" />
        {download.isSuccess && preset && (
          <p role="status" className="max-w-[62ch] rounded-md bg-sunken p-3">
            {STEPS[preset]}
          </p>
        )}
      </div>
    </div>
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

interface DeliveryViewProps {
  token: string
  delivery: Delivery
  /** The leads themselves, and what proves where they went. */
  leads: (delivered: Delivered) => ReactNode
}

export function DeliveryView({ token, delivery, leads }: DeliveryViewProps) {
  const { reference, emailHint, deliveredAt, expiresAt, packages } = delivery
  const nowMs = useServerSeconds() * 1000
  const names = new Set(packages.map(packageName))
  const hasFiles = packages.some(({ files }) => files.length > 0)
  const hasLeadFiles = packages.some(isFromStore)
  return (
    <div className="grid gap-6">
      {packages.length > 1 && (
        <nav aria-label="Packages" className="flex flex-wrap gap-x-5 text-sm font-semibold *:underline">
          {packages.map((one) => (
            <a key={one.lineNumber} href={`#package-${one.lineNumber}`} className="py-3 sm:py-1">
              {packageName(one)}
              {names.size < packages.length && `, ${one.place}`}
            </a>
          ))}
        </nav>
      )}
      <ul aria-label="Delivered packages" className="grid gap-12">
        {packages.map((delivered) => (
          <DeliveredPackage key={delivered.lineNumber} token={token} delivered={delivered}>
            {isFromStore(delivered) && leads(delivered)}
          </DeliveredPackage>
        ))}
      </ul>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 border-t border-line pt-6 text-sm lg:grid-cols-4">
        <Fact name="Order">
          <span className="figures">{reference}</span>
        </Fact>
        <Fact name="For">{emailHint || 'its buyer'}</Fact>
        <Fact name="Delivered">{formatMoment(deliveredAt)}</Fact>
        <Fact name="This link works until">
          {formatMoment(expiresAt)}{' '}
          <span className="font-normal whitespace-nowrap text-muted">({formatTimeLeft(expiresAt, nowMs)})</span>
        </Fact>
      </dl>
      <div className="grid max-w-[62ch] gap-2 text-sm text-muted">
        {hasLeadFiles && (
          <p>The files mark the numbers that you must not call too. The one for a dialer leaves them out.</p>
        )}
        <p>Anyone with this page can open your leads. Don’t share it.{hasFiles && ' Every download is logged.'}</p>
      </div>
    </div>
  )
}
