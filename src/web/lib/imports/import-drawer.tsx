/** One import in a drawer, of any kind. Its state comes from the server by its id, so a reload continues where it was. */
import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import {
  type Import,
  type ImportKind,
  type ImportOf,
  REFUSALS_MAX,
  REFUSED_SHOWN,
  refusedWords,
} from '#contract/imports/imports.ts'
import { findProblemsOf } from '#contract/imports/mapping.ts'
import { formatCount, formatDateTime, formatPlural } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-late.ts'
import { useSaveFile } from '#web/lib/use-save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice, ListTrouble, type StatusTone } from '#web/ui/panel.tsx'
import { ProgressBar, StepList } from '#web/ui/progress.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import * as importsData from './imports-data.ts'
import { MappingView } from './mapping-view.tsx'

/** What the screens say and show of one kind of import. */
export interface KindView<Kind extends ImportKind = ImportKind> {
  /** `Import leads`. */
  title: string
  /** The last of four steps. */
  lastStep: string
  /** What was checked, besides refused rows. */
  Ready(props: { one: ImportOf<Kind>; preview: NonNullable<ImportOf<Kind>['preview']> }): ReactNode
  /** Asks what one answer would settle, also of a file that is refused. */
  Asks?(props: { one: ImportOf<Kind>; preview: NonNullable<ImportOf<Kind>['preview']> }): ReactNode
  /** What applying does, as its button says it; null if there is nothing to do. */
  applyWords(preview: NonNullable<ImportOf<Kind>['preview']>): string | null
  /** Asks what else applying needs to know. Without it the check, which can be undone, is the question. */
  Confirm?(props: {
    one: ImportOf<Kind>
    words: string
    onConfirm: (body?: object) => void
    onClose: () => void
  }): ReactNode
  /** While it is applied. */
  applying: string
  /** What applying did, or what there is to apply. */
  outcomeWords(one: ImportOf<Kind>): string
  /** More of what applying did. */
  appliedWords(one: ImportOf<Kind>): ReactNode
  applied: string
  /** What an undo does; absent if there is none. */
  undoWords?: string
  keptWords?(kept: number): string
}

type StateWord = { word: string; tone: StatusTone }

const STATES: Readonly<Partial<Record<Import['state'], StateWord>>> = {
  waiting: { word: 'Not uploaded', tone: 'waiting' },
  mapping: { word: 'Columns to match', tone: 'waiting' },
  ready: { word: 'Checked, not applied', tone: 'waiting' },
  refused: { word: 'Refused', tone: 'over' },
  interrupted: { word: 'Incomplete', tone: 'over' },
  lapsed: { word: 'Not applied', tone: 'plain' },
  applying: { word: 'Being applied', tone: 'waiting' },
  undoing: { word: 'Being undone', tone: 'waiting' },
  undone: { word: 'Undone', tone: 'plain' },
}

export const stateWord = ({ state }: Import, { applied }: KindView): StateWord =>
  state === 'applied' ? { word: applied, tone: 'done' } : (STATES[state] ?? { word: 'Being checked', tone: 'waiting' })

function stepOf({ state, columns }: Import, isRemapping: boolean): number {
  if (isRemapping || state === 'mapping') return 1
  if (state === 'waiting' || state === 'interrupted' || state === 'lapsed') return 0
  if (state === 'reading') return 2
  if (state === 'refused') return columns.length > 0 ? 2 : 0
  if (state === 'ready') return 2
  return state === 'applying' ? 3 : 4
}

interface ImportDrawerProps {
  path: importsData.ImportPath
  importId: string
  /** Of the import's kind, as it is known from the server. */
  viewOf: (kind: ImportKind) => KindView
  onClose: () => void
}

export function ImportDrawer({ path, importId, viewOf, onClose }: ImportDrawerProps) {
  const upload = importsData.useUpload(importId)
  const found = importsData.useImport(path, importId)
  const apply = importsData.useStep<object | undefined>(path, importId, 'apply')
  const undo = importsData.useStep(path, importId, 'undo')
  const [asked, setAsked] = useState<'apply' | 'undo' | null>(null)
  const [isRemapping, setIsRemapping] = useState(false)
  const one = found.data
  const state = one?.state
  useEffect(() => {
    if (state === 'applied' || state === 'undone') importsData.followStock()
  }, [state])
  const isMapping = state === 'mapping' || (state === 'waiting' && upload?.state === 'sent') || isRemapping
  const mapping = importsData.useMappingStep(path, importId, isMapping, () => setIsRemapping(false))
  // What needs no decision is checked at once. Leads are not: what goes on sale, somebody has looked at.
  const opened = mapping.opened.data
  const isClear =
    opened &&
    opened.import.kind !== 'leads' &&
    opened.choices.length === 0 &&
    Object.keys(findProblemsOf(opened.import.kind, opened.mapping, opened.import.columns)).length === 0
  const isFirst = isMapping && !isRemapping && !one?.mapping
  const { check, isChecking, error: checkError } = mapping
  useEffect(() => {
    if (isFirst && isClear && !isChecking && !checkError) check(opened.mapping)
  }, [isFirst, isClear, isChecking, checkError, check, opened])
  const view = one && viewOf(one.kind)
  const canRemap = /^(ready|refused|interrupted)$/.test(state ?? '') && (one?.columns.length ?? 0) > 0 && !isRemapping
  const isReady = state === 'ready' && !isRemapping
  const isOutdated = apply.error?.code === 'import_outdated' && isReady
  const words = (isReady && one?.preview && view?.applyWords(one.preview)) || null
  const { Confirm } = view ?? {}
  return (
    <Drawer
      title={view?.title ?? 'Import'}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          {isMapping && <ErrorNotice error={mapping.error} className="basis-full" />}
          {canRemap && <Button onClick={() => setIsRemapping(true)}>Match columns again</Button>}
          {state === 'applied' && view?.undoWords && (one?.rowsToApply ?? 0) > 0 && (
            <Button onClick={() => setAsked('undo')}>Undo import</Button>
          )}
          {isOutdated && one?.mapping ? (
            <Button
              look="primary"
              isBusy={mapping.isChecking}
              onClick={() => {
                apply.reset()
                mapping.check(one.mapping ?? {})
              }}
            >
              Check again
            </Button>
          ) : words ? (
            <Button
              look="primary"
              isBusy={apply.isPending || undo.isPending}
              onClick={() => (Confirm ? setAsked('apply') : apply.mutate(undefined))}
            >
              {words}
            </Button>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )}
          {isMapping && mapping.opened.data && (
            <SubmitButton label="Check the file" busy="Starting…" isBusy={mapping.isChecking} form={mapping.formId} />
          )}
        </div>
      }
    >
      <div className="grid gap-5">
        <StepList
          label="Import steps"
          steps={['Upload', 'Match columns', 'Check', view?.lastStep ?? 'Apply']}
          reached={one ? stepOf(one, isRemapping) : 0}
        />
        {one && (
          <p className="text-sm text-muted">
            <span className="font-semibold text-ink wrap-anywhere">{one.fileName}</span>,{' '}
            {one.kind === 'leads' && `${one.source}. `}
            {one.createdBy}, {formatDateTime(one.createdAt)}
          </p>
        )}
        {one && <SheetsLeftOut sheets={one.sheets} />}
        {found.isPending && <Loading words="Loading the import" height="h-24" />}
        <ListTrouble list={found} title="The import could not be loaded" />
        <ErrorNotice error={apply.error ?? undo.error} />
        {one && view && isMapping && (
          <MappingView step={mapping} kind={one.kind} source={one.source} known={one.mapping} />
        )}
        {one && view && !isMapping && <ImportView one={one} view={view} upload={upload} path={path} />}
      </div>
      {asked === 'apply' && one && words && Confirm && (
        <Confirm
          one={one}
          words={words}
          onConfirm={(body) => {
            setAsked(null)
            apply.mutate(body)
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'undo' && (
        <ConfirmDialog
          title="Undo this import?"
          confirmLabel="Undo import"
          confirmLook="danger"
          onConfirm={() => {
            setAsked(null)
            undo.mutate()
          }}
          onClose={() => setAsked(null)}
        >
          <p>{view?.undoWords}</p>
        </ConfirmDialog>
      )}
    </Drawer>
  )
}

/** Renders nothing unless a sheet with rows is not read. */
function SheetsLeftOut({ sheets }: Pick<Import, 'sheets'>) {
  const leftOut = sheets.filter(({ isRead, rows }) => !isRead && rows > 0)
  if (leftOut.length === 0) return null
  const read = sheets.filter(({ isRead }) => isRead).map(({ name }) => `“${name}”`)
  return (
    <Notice
      title={`Not imported: ${leftOut.map(({ name, rows }) => `“${name}” (${formatPlural(rows, 'row')})`).join(', ')}`}
    >
      We read the sheet with the most rows and those with the same columns: {read.join(', ')}. To import another one,
      save it as its own file.
    </Notice>
  )
}

type ImportViewProps = {
  one: Import
  view: KindView
  upload: importsData.Upload | undefined
  path: importsData.ImportPath
}

/** One import: its progress, its check, or its result. */
function ImportView({ one, view, upload, path }: ImportViewProps) {
  switch (one.state) {
    case 'waiting':
      return <Sending one={one} upload={upload} path={path} />
    case 'reading':
      return <Reading one={one} />
    case 'ready':
      return (
        one.preview && (
          <div className="grid gap-5">
            {view.Asks && <view.Asks one={one} preview={one.preview} />}
            <view.Ready one={one} preview={one.preview} />
            <RefusedPart one={one} path={path} />
          </div>
        )
      )
    case 'refused':
      return (
        <div className="grid gap-4">
          <Notice
            tone="danger"
            title={one.rowsRead > 0 ? 'Nothing in this file can be imported' : 'This file cannot be read'}
          >
            {one.problem} Nothing was changed.
          </Notice>
          {one.preview && view.Asks && <view.Asks one={one} preview={one.preview} />}
          <RefusedPart one={one} path={path} />
        </div>
      )
    case 'applying':
    case 'undoing': {
      const isApplying = one.state === 'applying'
      return (
        <ProgressBar
          label={isApplying ? view.applying : 'Undoing the import'}
          share={one.rowsToApply > 0 ? one.rowsDone / one.rowsToApply : null}
        >
          {`${formatCount(one.rowsDone)} of ${formatCount(one.rowsToApply)} ${isApplying ? 'applied' : 'undone'}. You can close this; it keeps going.`}
        </ProgressBar>
      )
    }
    default:
      return <EndedView one={one} view={view} path={path} />
  }
}

function Sending({ one, upload, path }: Omit<ImportViewProps, 'view'>) {
  if (upload?.state === 'sending') {
    const share = importsData.shareOf(upload)
    return (
      <ProgressBar label="Uploading the file" share={share}>
        {`Uploading ${formatBytes(one.fileBytes)}, ${Math.round(share * 100)}% sent. Keep this page open until it finishes.`}
      </ProgressBar>
    )
  }
  return (
    <div className="grid gap-4">
      <Notice
        tone="attention"
        title="The upload was cut off"
        action={
          upload && (
            <Button look="primary" onClick={() => void importsData.sendFile(path, one.id, upload.file)}>
              Resume upload
            </Button>
          )
        }
      >
        {upload?.error ? `${upload.error.sentence} ` : ''}
        {one.bytesReceived > 0 ? `${formatBytes(one.bytesReceived)} of ${formatBytes(one.fileBytes)} came. ` : ''}
        Nothing was changed.{upload ? '' : ` Choose ${one.fileName} again to continue.`}
      </Notice>
      {!upload && (
        <FileDrop
          label="Drop area for the same file"
          inputLabel="The same file"
          buttonLabel={`Choose ${one.fileName} again`}
          help="or drop it here. It must be exactly the same file."
          accept={importsData.FILE_TYPES}
          isBusy={false}
          fieldErrorOf={(file) =>
            file.size === one.fileBytes
              ? importsData.fileError(file, one.kind)
              : `“${file.name}” has ${formatCount(file.size)} bytes, but this import needs ${formatCount(one.fileBytes)}. Start a new import for another file.`
          }
          onFile={(file) => void importsData.sendFile(path, one.id, file)}
        />
      )}
    </div>
  )
}

function Reading({ one: { bytesRead, bytesReceived, rowsRead } }: { one: Import }) {
  const isRead = bytesRead >= bytesReceived && bytesReceived > 0
  const rows = `${formatPlural(rowsRead, 'row')} read.`
  return (
    <ProgressBar label="Checking the file" share={isRead ? null : bytesRead / Math.max(1, bytesReceived)}>
      {isRead
        ? `${rows} Comparing them with each other and with what we have.`
        : `${rows} You can close this; the check keeps going.`}
    </ProgressBar>
  )
}

function EndedView({ one, view, path }: Omit<ImportViewProps, 'upload'>) {
  if (one.state === 'applied')
    return (
      <div className="grid gap-4">
        <Notice tone="good" title={view.outcomeWords(one)}>
          {one.appliedBy} {one.kind === 'ownList' ? 'saved' : 'applied'} this file
          {one.appliedAt && ` on ${formatDateTime(one.appliedAt)}`}. {view.appliedWords(one)}
        </Notice>
        <RefusedPart one={one} path={path} />
      </div>
    )
  const kept = one.outcome?.kept ?? 0
  if (one.state === 'undone')
    return (
      <Notice tone="good" title="This import was undone">
        {one.undoneBy} undid it{one.undoneAt && ` on ${formatDateTime(one.undoneAt)}`}.{' '}
        {kept > 0 && view.keptWords?.(kept)}
      </Notice>
    )
  return (
    <Notice title={one.state === 'lapsed' ? 'This import was never applied' : 'This import is not complete'}>
      {one.problem ?? 'We keep a checked file for only three days.'} None of it counts. Choose the file again to import
      it.
    </Notice>
  )
}

/** How many rows are refused, why, and all of them as a file, with those that lost a cell. Renders nothing without any. */
function RefusedPart({ one, path }: { one: Import; path: importsData.ImportPath }) {
  const { mutate, isPending, error } = useSaveFile()
  if (!one.preview) return null
  const { phones = 0, emails = 0, facts = 0 } = one.kind === 'leads' ? (one.preview?.leftOut ?? {}) : {}
  const lost = phones + emails + facts
  if (one.refusedRows + lost === 0) return null
  const first = one.firstRefused ?? []
  const rowsOf = (isBlank: boolean) =>
    first
      .filter(({ reason }) => (reason === 'left_out') === isBlank)
      .map(({ row, reason, cell }) => [`Row ${row}`, refusedWords(one.kind, reason, cell, 'It')] as const)
  const reasons = Object.entries<number>(one.preview.refused).sort(([, a], [, b]) => b - a)
  return (
    <section aria-label="Refused rows" className="grid gap-3">
      {one.refusedRows > 0 && (
        <h3 className="font-semibold">
          {formatPlural(one.refusedRows, 'row')} of {formatCount(one.rowsRead)}{' '}
          {one.state === 'ready' ? 'will not be imported' : `${one.refusedRows === 1 ? 'was' : 'were'} not imported`}
        </h3>
      )}
      {first.length < REFUSED_SHOWN && first.length > 0 ? null : (
        <ReasonList
          label="Reasons"
          rows={reasons.map(([reason, rows]) => [formatCount(rows), refusedWords(one.kind, reason, '', 'It')])}
        />
      )}
      {first.length === REFUSED_SHOWN && <h4 className="text-sm font-semibold">For example</h4>}
      <ReasonList label="Rows to correct" rows={rowsOf(false)} />
      {rowsOf(true).length > 0 && <h3 className="font-semibold">Imported with a blank</h3>}
      <ReasonList label="Rows with a blank" rows={rowsOf(true)} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={Download} isBusy={isPending} onClick={() => mutate(`${path}/${one.id}/refused.csv`)}>
          Download the report
        </Button>
        <p className="text-xs text-muted">
          {one.refusedRows > REFUSALS_MAX ? `The first ${formatCount(REFUSALS_MAX)} rows` : 'All of them'}, with the
          reason for each{lost > 0 && ', and rows that are used without a cell we can’t read'}; kept for three days.
          {one.kind === 'leads' && ' Downloading it is logged.'}
        </p>
      </div>
      <ErrorNotice error={error} />
    </section>
  )
}

const ReasonList = ({ label, rows }: { label: string; rows: readonly (readonly [head: string, words: string])[] }) => (
  <ul aria-label={label} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm empty:hidden">
    {rows.map(([head, words]) => (
      <li key={head + words} className="col-span-full grid grid-cols-subgrid">
        <span className="figures font-semibold">{head}</span>
        <span className="wrap-anywhere">{words}</span>
      </li>
    ))}
  </ul>
)

/** What is worth knowing about an import in addition to its figures. */
export function ImportNotes({ notes }: { notes: readonly (string | false)[] }) {
  const told = notes.filter((note) => note !== false)
  if (told.length === 0) return null
  return (
    <ul className="grid list-disc gap-1 pl-5 text-sm">
      {told.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
