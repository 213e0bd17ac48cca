import { type ReactNode, useEffect, useState } from 'react'
import type { ApiError } from '#web/lib/api-error.ts'
import { ChangeDrawer } from '#web/lib/change-drawer.tsx'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { ManyPackagesFields } from './many-packages-fields.tsx'
import { type Place, type StockPreview, useStockPreview } from './stock-data.ts'
import {
  choiceMissing,
  heldWords,
  leadWords,
  type ManyPackages,
  noManyPackages,
  previewBodyOf,
  stepComplaint,
  withCounty,
} from './stock-rules.ts'
import { useChangeStock } from './use-stock-changes.ts'

/** From this number on, a change deserves a second look. */
const WIDE_PACKAGES = 5_000

interface ManyPackagesDrawerProps {
  isOpen: boolean
  /** The form starts with the place on screen. */
  place: Place
  /** A search that reports the county it found. */
  searchWith: (onChoose: (place: Place) => void) => ReactNode
  onClose: () => void
}

/** The form for changing many packages. Its input is kept while its drawer is closed. */
export function ManyPackagesDrawer({ isOpen, place, searchWith, onClose }: ManyPackagesDrawerProps) {
  const [form, setForm] = useState(() => noManyPackages(place))
  const [isTouched, setIsTouched] = useState(false)
  const change = useChangeStock()
  const missing = missingOf(form)
  const body = missing ? null : previewBodyOf(form)
  const settled = useDebounced(JSON.stringify(body))
  const preview = useStockPreview(isOpen && body && settled === JSON.stringify(body) ? body : null)
  const shown = body && preview.data && !preview.isFetching ? preview.data : null
  const isReady = shown !== null && shown.changed > 0 && !change.isPending

  useEffect(() => {
    if (!isTouched) setForm(noManyPackages({ state: place.state, county: place.county }))
  }, [place.state, place.county, isTouched])

  const handleChange = (part: Partial<ManyPackages>) => {
    if (change.error) change.reset()
    setIsTouched(true)
    setForm({ ...form, ...part })
  }
  const apply = () => {
    if (!isReady || !body || !shown) return
    const reason = form.reason.trim()
    change.mutate(
      { ...body, seen: shown.seen, ...(reason ? { reason } : {}) },
      {
        onSuccess: () => {
          setIsTouched(false)
          setForm(noManyPackages(place))
          onClose()
        },
      },
    )
  }

  if (!isOpen) return null
  return (
    <ChangeDrawer
      title="Change many packages"
      onClose={onClose}
      trouble={change.error && <ManyTrouble error={change.error} />}
      summary={
        change.isPending
          ? 'Changing them all. A whole store takes a few seconds.'
          : (missing ?? (shown && sumUp(shown)))
      }
      act={shown && shown.changed > 0 ? `Change ${formatPlural(shown.changed, 'package')}` : 'Change packages'}
      isReady={isReady}
      isPending={change.isPending}
      onApply={apply}
      missing={missing}
      waiting="See here what it affects before anything changes."
      previewError={preview.error?.sentence}
      onRetry={() => preview.refetch()}
      preview={
        shown ? (
          <ShownPreview preview={shown} kind={form.kind} value={Number(form.value)} />
        ) : (
          <Loading words="Counting the packages" height="mt-2 h-16" />
        )
      }
    >
      <ManyPackagesFields
        form={form}
        onChange={handleChange}
        search={searchWith((found) => handleChange(withCounty(form, found)))}
      />
    </ChangeDrawer>
  )
}

interface ShownPreviewProps {
  preview: StockPreview
  kind: ManyPackages['kind']
  value: number
}

function ShownPreview({ preview, kind, value }: ShownPreviewProps) {
  const { packages, counties, changed, unitsBefore, unitsAfter } = preview
  const stays = leadWords(preview)
  if (changed === 0)
    return (
      <p role="status" className="mt-1 text-sm text-muted">
        {stays && `${stays} `}
        {(!stays || preview.fromLeads < packages) &&
          `${packages === 1 ? 'This package is' : `These ${formatPlural(packages - preview.fromLeads, 'package')} are`} already set, so nothing would change.`}
      </p>
    )
  return (
    <div className="mt-2 grid gap-3">
      <FigureStrip
        label="What would change"
        figures={[
          {
            label: 'Chosen',
            value: formatCount(packages),
            note: `in ${formatPlural(counties, 'county').replace(/countys$/, 'counties')}`,
          },
          { label: 'Will change', value: formatCount(changed) },
          {
            label: 'Total units',
            value: (
              <>
                {formatCount(unitsBefore)} <span aria-hidden="true">→</span>
                <span className="sr-only">to</span> {formatCount(unitsAfter)}
              </>
            ),
            note: preview.fromLeads > 0 ? 'without those from leads' : 'unlimited as 1,000',
          },
        ]}
      />
      <p role="status" className="text-sm text-muted">
        {heldWords(preview)}
      </p>
      {stays && <Notice>{stays}</Notice>}
      {kind === 'set' && value === 0 && <Notice tone="attention">All of them will be Out of Stock for buyers.</Notice>}
      {changed >= WIDE_PACKAGES && (
        <Notice tone="attention">
          This sets {formatCount(changed)} packages at once, and their buyers wait a moment while it saves. Is this what
          you want?
        </Notice>
      )}
    </div>
  )
}

/** Why nothing was changed. Typed input stays, and the preview shows the current stock. */
function ManyTrouble({ error }: { error: ApiError }) {
  return error.code === 'stock_changed' ? (
    <Notice tone="attention" title="Someone else changed stock">
      {error.sentence} Nothing was changed, and we kept your choices.
    </Notice>
  ) : (
    <Notice tone="danger" title="No packages were changed">
      {error.sentence}
    </Notice>
  )
}

/** What would happen, for the bottom of the drawer. */
const sumUp = ({ changed, fromLeads, unitsBefore, unitsAfter }: StockPreview): string =>
  changed === 0
    ? 'Nothing would change.'
    : `${formatCount(unitsBefore)} → ${formatCount(unitsAfter)} units${fromLeads > 0 ? ', without packages from leads' : ' in all'}.`

/** What is still missing or wrong before there is a preview. */
function missingOf(form: ManyPackages): string | undefined {
  return choiceMissing(form) ?? (form.value.trim() === '' ? 'Enter the number.' : stepComplaint(form.kind, form.value))
}
