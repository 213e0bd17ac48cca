import { CircleCheck, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { Delivery, DeliveryFormat } from '#contract/delivery/delivery.ts'
import { FILE_PRESET_NAMES, type FilePreset } from '#contract/delivery/file-presets.ts'
import { formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDownload } from './delivery-data.ts'

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

/** `14 KB`, `1.2 MB`: the size of a download. */
function sizeWords(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

interface DeliveredPackageProps {
  token: string
  delivered: Delivery['packages'][number]
  /** The tool that the files are for; null: a spreadsheet. */
  preset: FilePreset | null
  /** Below the files of a package that the store made. */
  proofs?: ReactNode
  /** Below the files, once they were downloaded. */
  children?: ReactNode
}

/** Whether the store made its files and knows their content; it does not for files that a person attached. */
export const isFromStore = ({ files }: Delivery['packages'][number]): boolean =>
  files.some(({ format }) => format !== 'attached')

/** One package of a delivery and its files; each downloads only when its button is pressed. */
export function DeliveredPackage({ token, delivered, preset, proofs, children }: DeliveredPackageProps) {
  const { lineNumber, tier, size, leads, missing, leadTypeName, county, state, files, note, isDownloaded } = delivered
  const download = useDownload(token)
  const title = packageName({ tier, size })
  const handleDownload = (format: DeliveryFormat) => {
    if (!download.isPending) download.mutate({ lineNumber, format, preset: isFor(format, preset) ? preset : null })
  }
  // A tool reads its CSV file. The workbook has the columns for people.
  const shown = preset ? files.filter(({ format }) => format !== 'xlsx') : files
  return (
    <li className="grid gap-4 rounded-md border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-sm text-muted">
            {isFromStore(delivered)
              ? formatPlural(leads - missing, 'lead')
              : `Package of ${formatPlural(leads, 'lead')}`}{' '}
            · {leadTypeName} · {county}, {state}
          </p>
        </div>
        {isDownloaded && (
          <p className="inline-flex items-center gap-1.5 text-sm font-semibold text-accent">
            <CircleCheck size={16} aria-hidden="true" />
            Downloaded
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
                look={index === 0 ? 'primary' : 'plain'}
                aria-disabled={download.isPending || undefined}
                onClick={() => handleDownload(format)}
              >
                <Download size={16} aria-hidden="true" />
                <span>
                  {buttonWords(format, preset)}
                  <span className="sr-only">
                    : {title}
                    {!isFor(format, preset) && `, ${name}`}
                  </span>
                </span>
                {!isFor(format, preset) && <span className="figures font-normal opacity-80">{sizeWords(bytes)}</span>}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        !note && <p className="text-sm text-muted">We no longer keep the files for this package.</p>
      )}
      {download.error && (
        <Notice tone="danger" title="The file could not be downloaded">
          {download.error.sentence}
        </Notice>
      )}
      {isFromStore(delivered) && proofs}
      {isDownloaded && children}
    </li>
  )
}
