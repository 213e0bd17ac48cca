import { useQuery } from '@tanstack/react-query'
import { Bookmark, Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import * as contract from '#contract/members/saved-views.ts'
import { ActionMenu } from '#web/ui/action-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { handlePlainClick } from '#web/ui/rail-tabs.tsx'
import { showFailure } from '#web/ui/toast.ts'
import { callApi, query } from './call-api.ts'
import { TextDialog } from './text-dialog.tsx'
import { useChange } from './use-change.ts'

/** The member's views of a list, by name. */
const useSavedViews = (list: contract.SavedList) => useQuery(query(contract.listSavedViews, {}, { list }))

const VIEW_CHANGE = { affects: [contract.listSavedViews.path], isReloadAwaited: true }

/** Saves a view. Its dialog shows errors. */
const useSaveView = (list: contract.SavedList, words: string) =>
  useChange({
    ...VIEW_CHANGE,
    send: (name: string) => callApi(contract.saveView, { body: { list, name, query: words } }),
    toast: ({ name }) => ({ title: 'View saved', description: name }),
  })

/** Renames a view. Its dialog shows errors. */
const useRenameView = ({ id }: contract.SavedView) =>
  useChange({
    ...VIEW_CHANGE,
    send: (name: string) => callApi(contract.renameView, { params: { viewId: id }, body: { name } }),
  })

/** Removes a view; one that is gone already counts as removed. */
const useRemoveView = ({ id, name }: contract.SavedView) =>
  useChange({
    ...VIEW_CHANGE,
    send: () => callApi(contract.removeView, { params: { viewId: id } }),
    toast: () => ({ title: 'View removed', description: name }),
    onFailed: ({ code, sentence }) => {
      if (code !== 'not_found') showFailure('Not removed', sentence)
    },
  })

/** Filters and order of a list as words of an address, and as one text that two equal views share. */
type ViewWords = Readonly<Record<string, string | undefined>>

/** Writes words in a fixed order, without empty ones: `sort=total&status=paid`. Empty if nothing is filtered or sorted. */
function textOf(words: ViewWords): string {
  const filled = Object.entries(words).flatMap(([name, word]) => (word ? [[name, word]] : []))
  filled.sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
  return new URLSearchParams(filled).toString()
}

/** Reads the words of a saved view. */
const wordsIn = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

interface SavedViewsProps {
  list: contract.SavedList
  /** What the list shows now, as its address has it. */
  words: ViewWords
  onOpen: (words: Record<string, string>) => void
  children?: ReactNode
}

/** The member's views of a list among its filters: each opens with a click; what is shown now can be saved under a name. */
export function SavedViews({ list, words, onOpen, children }: SavedViewsProps) {
  const { data: views = [] } = useSavedViews(list)
  const [isAsked, setIsAsked] = useState(false)
  const now = textOf(words)
  const save = useSaveView(list, now)
  const canSave = now !== '' && !views.some(({ query }) => query === now)
  const close = () => {
    setIsAsked(false)
    save.reset()
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 empty:hidden">
      {children}
      {views.length > 0 && (
        <ul aria-label="Saved views" className="flex min-w-0 max-w-full flex-wrap gap-2">
          {views.map((view) => (
            <ViewChip key={view.id} view={view} words={words} isOpen={view.query === now} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {canSave && (
        <Button size="small" look="quiet" icon={Bookmark} onClick={() => setIsAsked(true)}>
          Save this view
        </Button>
      )}
      {isAsked && (
        <NameDialog title="Save this view" confirmLabel="Save" change={save} onClose={close}>
          <p>Its filters and order open with one click. Only you see it. A view with the same name is replaced.</p>
        </NameDialog>
      )}
    </div>
  )
}

/** The address of the page with the view's words in place of those that the list shows. */
function addressOf(view: contract.SavedView, words: ViewWords): string {
  const search = new URLSearchParams(location.search)
  for (const name of Object.keys(words)) search.delete(name)
  for (const [name, word] of Object.entries(wordsIn(view.query))) search.set(name, word)
  return `${location.pathname}?${search}`
}

interface ViewChipProps extends Pick<SavedViewsProps, 'words' | 'onOpen'> {
  view: contract.SavedView
  isOpen: boolean
}

function ViewChip({ view, words, isOpen, onOpen }: ViewChipProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const rename = useRenameView(view)
  const remove = useRemoveView(view)
  const close = () => {
    setIsRenaming(false)
    rename.reset()
  }
  return (
    <li
      className={classes(
        'flex min-w-0 max-w-full items-center rounded-full border text-sm',
        isOpen ? 'border-accent bg-accent-quiet' : 'border-control bg-surface',
      )}
    >
      <a
        href={addressOf(view, words)}
        aria-current={isOpen || undefined}
        dir="auto"
        onClick={(event) => handlePlainClick(event, () => onOpen(wordsIn(view.query)))}
        className="flex min-h-11 min-w-0 items-center rounded-l-full pl-3.5 font-semibold hover:text-accent compact:min-h-8"
      >
        <span className="truncate">{view.name}</span>
      </a>
      <ActionMenu
        label={`More for the view ${view.name}`}
        actions={[
          { label: 'Rename', icon: Pencil, onChoose: () => setIsRenaming(true) },
          { label: 'Remove', icon: Trash2, isDanger: true, onChoose: () => remove.mutate() },
        ]}
      />
      {isRenaming && (
        <NameDialog
          title="Rename this view"
          confirmLabel="Rename"
          initial={view.name}
          change={rename}
          onClose={close}
        />
      )}
    </li>
  )
}

const NAME_MAX = 40

const NameDialog = (props: Omit<ComponentProps<typeof TextDialog>, 'label' | 'note' | 'fieldError'>) => (
  <TextDialog
    {...props}
    label="Name"
    note=""
    fieldError="Enter a name, such as “Largest this month”."
    lengthMax={NAME_MAX}
    errorTitle="Not saved"
  />
)
