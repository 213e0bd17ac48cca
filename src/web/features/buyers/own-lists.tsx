import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type addOwnList,
  listOwnLists,
  OWN_LIST_BYTES_MAX,
  OWN_LIST_MEANINGS,
  OWN_LIST_ROW_REASONS,
  OWN_LIST_TYPE,
  OWN_LISTS_MAX,
  type OwnList,
  type OwnListCheck,
  type OwnListMeaning,
  removeOwnList,
} from '#contract/buyers/own-lists.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import {
  type ApiError,
  answeredError,
  callApi,
  query,
  queryClient,
  readJson,
  unreachableError,
} from '#web/lib/call-api.ts'
import { formatCount, formatDate, formatPlural } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-late.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorNotice, ListTrouble } from '#web/ui/error-notice.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ProgressBar } from '#web/ui/progress.tsx'
import { showToast } from '#web/ui/toast.ts'

const ownListsQuery = query(listOwnLists)

const refreshOwnLists = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ownListsQuery.queryKey })

/** `12,340 addresses and 1 phone`. */
function sizeInWords({ addresses, phones }: Pick<OwnList, 'addresses' | 'phones'>): string {
  const parts = [
    ...(addresses > 0 ? [`${formatCount(addresses)} address${addresses === 1 ? '' : 'es'}`] : []),
    ...(phones > 0 ? [formatPlural(phones, 'phone')] : []),
  ]
  return parts.join(' and ')
}

function listError({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (/\.(xls|xlsm|ods|numbers|pdf|docx?)$/i.test(name))
    return `“${name}” is neither CSV nor XLSX. Save it as one of these.`
  if (size === 0) return `“${name}” is empty.`
  // Text is compressed before it is sent; a workbook is compressed already.
  if (/\.xlsx$/i.test(name) && size > OWN_LIST_BYTES_MAX)
    return `“${name}” has ${formatBytes(size)}; ${OWN_LIST_BYTES_MAX / 2 ** 20} MB is the limit. Send it in parts.`
  return undefined
}

/** Below this, compressing saves no time. */
const COMPRESSED_FROM_BYTES = 256 * 1024

/** Compresses text, so that a large list arrives within the minute that a request may take. Throws if it cannot be read. */
async function packList(file: File): Promise<Blob> {
  if (/\.xlsx$/i.test(file.name) || file.size < COMPRESSED_FROM_BYTES || typeof CompressionStream === 'undefined')
    return new Blob([await file.arrayBuffer()])
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob()
}

/** Sends a file. `fetch` cannot report the `share` sent so far (0 to 1), hence the older API. @throws ApiError */
function sendList<Reply>(path: string, bytes: Blob, onShare: (share: number) => void): Promise<Reply> {
  return new Promise((resolve, reject: (error: ApiError) => void) => {
    const call = new XMLHttpRequest()
    call.upload.addEventListener('progress', ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0))
    call.addEventListener('error', () =>
      reject(unreachableError('The connection dropped while the file was sent. Nothing was changed. Try again.')),
    )
    call.addEventListener('load', () => {
      const reply = call.status === 200 ? readJson<Reply>(call.responseText) : null
      if (reply === null) reject(answeredError(call.status, call.responseText))
      else resolve(reply)
    })
    call.open('POST', listOwnLists.path + path)
    call.setRequestHeader('content-type', OWN_LIST_TYPE)
    call.setRequestHeader('accept', 'application/json')
    call.send(bytes)
  })
}

const MEANINGS: Readonly<Record<OwnListMeaning, string>> = {
  address: 'Address',
  unit: 'Unit',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  phone: 'Phone',
}

function OwnListReport({ fileName, check }: { fileName: string; check: OwnListCheck }) {
  const { columns, rows, usableRows, problems } = check
  const namesByUse = [...OWN_LIST_MEANINGS, null].flatMap((meaning) => {
    const names = columns.filter((column) => column.meaning === meaning).map(({ name }) => name)
    return names.length > 0 ? [{ use: meaning ? MEANINGS[meaning] : 'Not used', names: names.join(', ') }] : []
  })
  return (
    <section aria-label="What we recognized" className="grid gap-3 text-sm">
      <p className={usableRows > 0 ? undefined : 'text-danger'}>
        <span className="font-semibold wrap-anywhere">{fileName}</span>:{' '}
        {usableRows === 0
          ? `none of ${formatPlural(rows, 'row')} can be used.`
          : `${formatCount(usableRows)} of ${formatPlural(rows, 'row')} can be used, with ${sizeInWords(check)}.`}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {namesByUse.map(({ use, names }) => (
          <div key={use} className="contents">
            <dt className="text-muted">{use}</dt>
            <dd className="wrap-anywhere">{names}</dd>
          </div>
        ))}
      </dl>
      {problems.length > 0 && (
        <div>
          <p className="font-semibold">Rows that cannot be used</p>
          <ul className="mt-1 divide-y divide-line border-y border-line">
            {problems.map(({ reason, rows: count }) => (
              <li key={reason} className="flex justify-between gap-4 py-1.5">
                <span>{OWN_LIST_ROW_REASONS[reason]}</span>
                <span className="figures font-semibold">{formatCount(count)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

type Mode = 'add' | 'append' | 'replace'
type Checked = { file: File; bytes: Blob; check: OwnListCheck }

const SAVE_WORDS: Readonly<Record<Mode, string>> = {
  add: 'Save list',
  append: 'Add these rows',
  replace: 'Replace the list',
}

/** A file is kept only after the buyer has seen what was recognized in it. `list`: the one that changes. */
function OwnListForm({ mode, list, onClose }: { mode: Mode; list: OwnList | null; onClose: () => void }) {
  const [share, setShare] = useState(0)
  const [name, setName] = useState('')
  const attempt = useAttempt()
  const check = useMutation<Checked, ApiError, File>({
    mutationFn: async (file) => {
      setShare(0)
      const bytes = await packList(file).catch(() => {
        throw unreachableError(`“${file.name}” could not be read. Choose it again.`)
      })
      return { file, bytes, check: await sendList<OwnListCheck>('/check', bytes, setShare) }
    },
    onSuccess: ({ file }) => setName(file.name.replace(/\.\w{1,5}$/, '').slice(0, 100)),
  })
  const save = useMutation<ReplyOutputOf<typeof addOwnList>, ApiError, Checked>({
    mutationFn: ({ file, bytes }) => {
      setShare(0)
      if (list) return sendList(`/${list.id}/rows?mode=${mode}`, bytes, setShare)
      const attemptId = attempt.idFor([name, file.name, file.size, file.lastModified])
      const query = new URLSearchParams({ name, attemptId })
      return sendList(`?${query}`, bytes, setShare)
    },
    onSuccess: async (saved) => {
      await refreshOwnLists()
      showToast({ title: 'Saved', description: `“${saved.list.name}” has ${sizeInWords(saved.list)}.` })
      onClose()
    },
  })
  const isBusy = check.isPending || save.isPending
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (check.data && !isBusy) save.mutate(check.data)
  }
  const error = save.error ?? check.error
  return (
    <form onSubmit={handleSubmit} className="grid gap-4 rounded-md border border-line bg-paper p-4">
      {isBusy ? (
        <ProgressBar label="Reading the file" share={share < 1 ? share : null}>
          {share < 1 ? 'Sending the file…' : 'Reading the file. A million rows take half a minute…'}
        </ProgressBar>
      ) : (
        <FileDrop
          label="File with leads you have"
          inputLabel="CSV or XLSX file"
          buttonLabel={check.data ? 'Choose another file' : 'Choose file'}
          help="CSV or XLSX with addresses (with city and ZIP) or phones. Up to 1,000,000 rows."
          accept=".csv,.txt,.xlsx"
          isBusy={isBusy}
          fieldErrorOf={listError}
          onFile={(file) => {
            save.reset()
            check.mutate(file)
          }}
        />
      )}
      {!isBusy && (
        <ErrorNotice error={error} title={save.error ? 'The list was not saved' : 'This file cannot be used'} />
      )}
      {check.data && !check.isPending && <OwnListReport fileName={check.data.file.name} check={check.data.check} />}
      {check.data && check.data.check.usableRows > 0 && !list && (
        <TextField
          label="Name of the list"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {mode === 'replace' && check.data && (
        <p className="text-sm text-attention">What the list has now and this file has not will be dropped.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {check.data && check.data.check.usableRows > 0 && (
          <Button type="submit" look="primary" isBusy={isBusy}>
            {save.isPending ? 'Saving…' : SAVE_WORDS[mode]}
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

type Opened = { mode: Mode; list: OwnList | null }

export default function OwnLists() {
  const list = useQuery({ ...ownListsQuery, staleTime: 0 })
  const { data } = list
  const [opened, setOpened] = useState<Opened | null>(null)
  if (!data) return <ListTrouble list={list} title="Your lists could not be loaded" />
  const { lists } = data
  const close = () => setOpened(null)
  return (
    <Panel
      title="Leads you already have"
      intro="Send us a list (CSV or XLSX), and you get none of its leads. Lists count once you have bought leads here; your first order can still have some. We do not keep the file, only fingerprints of its addresses and phones."
      actions={
        opened === null &&
        lists.length < OWN_LISTS_MAX && (
          <Button size="small" onClick={() => setOpened({ mode: 'add', list: null })}>
            Add list
          </Button>
        )
      }
    >
      <div className="grid gap-4 empty:-mt-4">
        {opened?.list === null && <OwnListForm mode="add" list={null} onClose={close} />}
        {lists.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {lists.map((list) => (
              <li key={list.id} className="grid gap-3 py-4">
                <OwnListItem list={list} onChange={(mode) => setOpened({ mode, list })} />
                {opened?.list?.id === list.id && (
                  <OwnListForm key={opened.mode} mode={opened.mode} list={list} onClose={close} />
                )}
              </li>
            ))}
          </ul>
        )}
        {lists.length === OWN_LISTS_MAX && (
          <p className="text-sm text-muted">You have {OWN_LISTS_MAX} lists, the most there can be.</p>
        )}
      </div>
    </Panel>
  )
}

function OwnListItem({ list, onChange }: { list: OwnList; onChange: (mode: 'append' | 'replace') => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => callApi(removeOwnList, { params: { ownListId: list.id } }),
    onSuccess: async () => {
      await refreshOwnLists()
      showToast({ title: 'Removed', description: `You may get leads of “${list.name}” again.` })
    },
    onError: (error) => showToast({ title: 'Error', description: error.sentence, tone: 'danger' }),
    onSettled: () => setIsAsking(false),
  })
  return (
    <article aria-label={list.name} className="grid gap-3">
      <div>
        <p className="font-semibold wrap-anywhere">{list.name}</p>
        <p className="figures text-sm text-muted">
          {sizeInWords(list)}. Changed {formatDate(list.changedAt)}, kept until {formatDate(list.keptUntil)}.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onChange('append')}>
          Add rows
        </Button>
        <Button size="small" onClick={() => onChange('replace')}>
          Replace
        </Button>
        <Button size="small" look="danger" onClick={() => setIsAsking(true)}>
          Remove
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Remove this list?"
          confirmLabel="Remove list"
          confirmLook="danger"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          <p>We delete its fingerprints, and you may get leads of “{list.name}” again.</p>
        </ConfirmDialog>
      )}
    </article>
  )
}
