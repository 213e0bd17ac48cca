/** The buyer's lists of leads that they have already. Loaded after the page. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OWN_LISTS_MAX, type OwnList, type removeOwnList } from '#contract/buyers/own-lists.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ownListsQuery, refreshOwnLists, sizeInWords } from './own-list-data.ts'
import { OwnListForm } from './own-list-form.tsx'

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
