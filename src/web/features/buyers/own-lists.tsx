/** The buyer's lists of leads that they have already. Loaded after the page. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import {
  type addOwnList,
  OWN_LIST_MEANINGS,
  OWN_LIST_ROW_REASONS,
  OWN_LISTS_MAX,
  type OwnList,
  type OwnListCheck,
  type OwnListMeaning,
  type removeOwnList,
} from '#contract/buyers/own-lists.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { type ApiError, unreachableError } from '#web/lib/api-error.ts'
import { type Attempt, attemptFor } from '#web/lib/attempts.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatCount, formatDate, formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { showToast } from '#web/ui/toast.ts'
import { listComplaint, ownListsQuery, packList, refreshOwnLists, sendList, sizeInWords } from './own-list-data.ts'

/* Sends a file as a list. It is checked first, and kept only after the buyer has seen what was recognized. */

const MEANINGS: Readonly<Record<OwnListMeaning, string>> = {
  address: 'Address',
  city: 'City',
  zip: 'ZIP',
  phone: 'Phone',
}

/** What was recognized in a file: its columns, the rows that can be used, and why others cannot. */
function OwnListReport({ fileName, check }: { fileName: string; check: OwnListCheck }) {
  const { columns, rows, usableRows, problems } = check
  const used = OWN_LIST_MEANINGS.flatMap((meaning) => {
    const names = columns.filter((column) => column.meaning === meaning).map(({ name }) => name)
    return names.length > 0 ? [{ meaning, names: names.join(', ') }] : []
  })
  const others = columns.filter(({ meaning }) => meaning === null)
  const size = sizeInWords(check)
  return (
    <section aria-label="What we recognized" className="grid gap-3 text-sm">
      <p className={usableRows > 0 ? undefined : 'text-danger'}>
        <span className="font-semibold wrap-anywhere">{fileName}</span>:{' '}
        {usableRows === 0
          ? `none of ${formatPlural(rows, 'row')} can be used.`
          : `${formatCount(usableRows)} of ${formatPlural(rows, 'row')} can be used, with ${size}.`}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {used.map(({ meaning, names }) => (
          <div key={meaning} className="contents">
            <dt className="text-muted">{MEANINGS[meaning]}</dt>
            <dd className="wrap-anywhere">{names}</dd>
          </div>
        ))}
        {others.length > 0 && (
          <div className="contents">
            <dt className="text-muted">Not used</dt>
            <dd className="wrap-anywhere">{others.map(({ name }) => name).join(', ')}</dd>
          </div>
        )}
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
type Saved = ReplyOutputOf<typeof addOwnList>

interface Checked {
  file: File
  bytes: Blob
  check: OwnListCheck
}

const SAVE_WORDS: Readonly<Record<Mode, string>> = {
  add: 'Save list',
  append: 'Add these rows',
  replace: 'Replace the list',
}

/** @param list which one is changed; null for a new one */
export function OwnListForm({ mode, list, onClose }: { mode: Mode; list: OwnList | null; onClose: () => void }) {
  const [share, setShare] = useState(0)
  const [name, setName] = useState('')
  const attempt = useRef<Attempt | null>(null)
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
  const save = useMutation<Saved, ApiError, Checked>({
    mutationFn: ({ file, bytes }) => {
      setShare(0)
      if (list) return sendList(`/${list.id}/rows?mode=${mode}`, bytes, setShare)
      attempt.current = attemptFor(attempt.current, [name, file.name, file.size, file.lastModified].join('\n'))
      const query = new URLSearchParams({ name, attemptId: attempt.current.attemptId })
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
          complaintOf={listComplaint}
          onFile={(file) => {
            save.reset()
            check.mutate(file)
          }}
        />
      )}
      {error && !isBusy && (
        <Notice tone="danger" title={save.error ? 'The list was not saved' : 'This file cannot be used'}>
          {error.sentence}
        </Notice>
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
          <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
            {save.isPending ? 'Saving…' : SAVE_WORDS[mode]}
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

/** What the open form is for: a list, or none for a new one. */
type Opened = { mode: 'add' } | { mode: 'append' | 'replace'; list: OwnList }

/** Shows the lists, and sends, changes and removes them. */
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
          <Button size="small" onClick={() => setOpened({ mode: 'add' })}>
            Add list
          </Button>
        )
      }
    >
      <div className="grid gap-4 empty:-mt-4">
        {opened?.mode === 'add' && <OwnListForm mode="add" list={null} onClose={close} />}
        {lists.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {lists.map((list) => (
              <li key={list.id} className="grid gap-3 py-4">
                <OwnListItem list={list} onChange={(mode) => setOpened({ mode, list })} />
                {opened && opened.mode !== 'add' && opened.list.id === list.id && (
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
  const remove = useMutation<unknown, ApiError>({
    mutationFn: () =>
      callApi<typeof removeOwnList>('DELETE', '/api/desk/own-lists/:ownListId', { params: { ownListId: list.id } }),
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
