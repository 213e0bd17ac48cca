import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listOwnLists, OWN_LISTS_MAX, type OwnList, removeOwnList } from '#contract/buyers/own-lists.ts'
import type { Import, ImportOf } from '#contract/imports/imports.ts'
import { type ApiError, callApi, query } from '#web/lib/call-api.ts'
import { formatCount, formatDate, formatPlural } from '#web/lib/format.ts'
import { ImportDrawer, type KindView } from '#web/lib/imports/import-drawer.tsx'
import { DESK_IMPORTS, FILE_TYPES, fileError, startImport } from '#web/lib/imports/imports-data.ts'
import { useChange } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { ErrorNotice, ListTrouble, Panel } from '#web/ui/panel.tsx'
import { readStored, writeStored } from '#web/ui/storage.ts'

const ownListsQuery = query(listOwnLists)

/** `12,340 addresses and 1 phone`. */
function sizeInWords({ addresses, phones }: Pick<OwnList, 'addresses' | 'phones'>): string {
  const parts = [
    ...(addresses > 0 ? [`${formatCount(addresses)} address${addresses === 1 ? '' : 'es'}`] : []),
    ...(phones > 0 ? [formatPlural(phones, 'phone')] : []),
  ]
  return parts.join(' and ')
}

type ConfirmProps = { one: ImportOf<'ownList'>; words: string; onConfirm: (body?: object) => void; onClose: () => void }

/** Asks for the name of a list, and which one it replaces. */
function NameList({ one, onConfirm, onClose }: ConfirmProps) {
  const [name, setName] = useState(one.fileName.replace(/\.\w{1,5}$/, '').slice(0, 100))
  const [replaced, setReplaced] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const lists = useQuery(ownListsQuery).data?.lists ?? []
  const isFull = lists.length >= OWN_LISTS_MAX && replaced === ''
  const nameOf = (id: string) => lists.find((list) => list.id === id)?.name ?? id
  const handleConfirm = () => {
    setIsAsked(true)
    if (name.trim() !== '' && !isFull) onConfirm({ name, ...(replaced ? { replaces: replaced } : {}) })
  }
  return (
    <ConfirmDialog title="Save this list?" confirmLabel="Save list" onConfirm={handleConfirm} onClose={onClose}>
      <TextField
        label="Name of the list"
        maxLength={100}
        value={name}
        error={isAsked && name.trim() === '' ? 'Please enter a name.' : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      {lists.length > 0 && (
        <SelectField
          label="In place of"
          placeholder="No other list"
          options={lists.map(({ id }): string => id)}
          nameOf={nameOf}
          value={replaced}
          error={
            isAsked && isFull
              ? `You have ${OWN_LISTS_MAX} lists, the most there can be. Choose one to replace.`
              : undefined
          }
          onChange={setReplaced}
        />
      )}
      {replaced !== '' && (
        <p className="text-attention">Anything in “{nameOf(replaced)}” that isn’t in this file will be removed.</p>
      )}
    </ConfirmDialog>
  )
}

const OWN_LIST_VIEW = {
  title: 'Add a list',
  lastStep: 'Save',
  Ready: ({ one, preview }) => (
    <FigureStrip
      label="What the list would have"
      figures={[
        { label: 'Rows read', value: formatCount(one.rowsRead) },
        { label: 'Addresses', value: formatCount(preview.addresses) },
        { label: 'Phones', value: formatCount(preview.phones) },
        { label: 'Not usable', value: formatCount(one.refusedRows), isUrgent: one.refusedRows > 0 },
      ]}
    />
  ),
  applyWords: () => 'Save list',
  Confirm: NameList,
  applying: 'Saving the list',
  applied: 'Saved',
  outcomeWords: ({ source, preview }) => `“${source}” has ${preview ? sizeInWords(preview) : 'been saved'}`,
  appliedWords: () => 'From now on we leave these leads out of what you buy. We have deleted the file.',
} satisfies KindView<'ownList'>

/** The import that is open in this tab. */
const OPEN_KEY = 'own-list-import'

type Opened = { state: 'choosing' } | { state: 'importing'; importId: string } | null

export default function OwnLists() {
  const list = useQuery({ ...ownListsQuery, staleTime: 0 })
  const { data } = list
  // A check goes on while the page is reloaded.
  const [opened, setShown] = useState<Opened>(() => {
    const importId = readStored('session', OPEN_KEY)
    return typeof importId === 'string' ? { state: 'importing', importId } : null
  })
  const setOpened = (next: Opened) => {
    writeStored('session', OPEN_KEY, next?.state === 'importing' ? next.importId : null)
    setShown(next)
  }
  const create = useMutation<Import, ApiError, File>({
    mutationFn: (file) => startImport(DESK_IMPORTS, file, { source: '' }),
    onSuccess: ({ id }) => setOpened({ state: 'importing', importId: id }),
  })
  if (!data) return <ListTrouble list={list} title="Your lists could not be loaded" />
  const { lists } = data
  const close = () => setOpened(null)
  return (
    <Panel
      title="Leads you already have"
      intro="Send us a list (CSV or XLSX), and we leave its leads out of what you buy. That works from your second order on. We keep fingerprints of its addresses and phones, and delete the file once the list is saved, or after three days."
      actions={
        opened === null && (
          <Button size="small" onClick={() => setOpened({ state: 'choosing' })}>
            Add list
          </Button>
        )
      }
    >
      <div className="grid gap-4 empty:-mt-4">
        {opened?.state === 'choosing' && (
          <div className="grid gap-4 rounded-md border border-line bg-paper p-4">
            <FileDrop
              label="File with leads you have"
              inputLabel="CSV or XLSX file"
              buttonLabel="Choose file"
              help="CSV or XLSX with addresses (with ZIP) or phones. Up to 1,000,000 rows."
              accept={FILE_TYPES}
              isBusy={create.isPending}
              fieldErrorOf={(file) => fileError(file, 'ownList')}
              onFile={(file) => create.mutate(file)}
            />
            <ErrorNotice error={create.error} title="The file could not be sent" />
            <Button className="justify-self-start" onClick={close}>
              Cancel
            </Button>
          </div>
        )}
        {lists.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {lists.map((list) => (
              <li key={list.id} className="py-4">
                <OwnListItem list={list} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {opened?.state === 'importing' && (
        <ImportDrawer path={DESK_IMPORTS} importId={opened.importId} viewOf={() => OWN_LIST_VIEW} onClose={close} />
      )}
    </Panel>
  )
}

function OwnListItem({ list }: { list: OwnList }) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useChange({
    affects: [listOwnLists.path],
    isReloadAwaited: true,
    send: () => callApi(removeOwnList, { params: { ownListId: list.id } }),
    toast: () => ({ title: 'Removed', description: `You may get leads of “${list.name}” again.` }),
    failed: 'Error',
  })
  return (
    <article aria-label={list.name} className="grid gap-3">
      <div>
        <p className="font-semibold wrap-anywhere">{list.name}</p>
        <p className="figures text-sm text-muted">
          {sizeInWords(list)}. Added {formatDate(list.changedAt)}, kept until {formatDate(list.keptUntil)}.
        </p>
      </div>
      <Button size="small" look="danger" className="justify-self-start" onClick={() => setIsAsking(true)}>
        Remove
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove this list?"
          confirmLabel="Remove list"
          confirmLook="danger"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setIsAsking(false) })}
          onClose={() => setIsAsking(false)}
        >
          <p>We delete its fingerprints, and you may get leads of “{list.name}” again.</p>
        </ConfirmDialog>
      )}
    </article>
  )
}
