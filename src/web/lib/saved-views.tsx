import { Bookmark, Pencil, Trash2 } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { SavedList, SavedView } from '#contract/members/saved-views.ts'
import { ActionMenu } from '#web/ui/action-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useRemoveView, useRenameView, useSavedViews, useSaveView } from './saved-view-data.ts'
import { TextDialog } from './text-dialog.tsx'
import { textOf, type ViewWords, wordsIn } from './view-words.ts'

interface SavedViewsProps {
  list: SavedList
  /** What the list shows now, as its address has it. */
  words: ViewWords
  onOpen: (words: Record<string, string>) => void
}

/** The member's views of a list above it: each opens with a click; what is shown now can be saved under a name. */
export function SavedViews({ list, words, onOpen }: SavedViewsProps) {
  const { data: views = [] } = useSavedViews(list)
  const [isAsked, setIsAsked] = useState(false)
  const save = useSaveView(list)
  const now = textOf(words)
  const canSave = now !== '' && !views.some(({ query }) => query === now)
  const close = () => {
    setIsAsked(false)
    save.reset()
  }
  if (views.length === 0 && !canSave && !isAsked) return null
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {views.length > 0 && (
        <ul aria-label="Saved views" className="flex min-w-0 max-w-full flex-wrap gap-2">
          {views.map((view) => (
            <ViewChip key={view.id} view={view} words={words} isOpen={view.query === now} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {canSave && (
        <Button size="small" look="quiet" onClick={() => setIsAsked(true)}>
          <Bookmark size={15} aria-hidden="true" />
          Save this view
        </Button>
      )}
      {isAsked && (
        <NameDialog
          title="Save this view"
          confirmLabel="Save"
          save={save}
          onConfirm={(name) => save.mutate({ name, query: now }, { onSuccess: close })}
          onClose={close}
        >
          <p>Its filters and order open with one click. Only you see it. A view with the same name is replaced.</p>
        </NameDialog>
      )}
    </div>
  )
}

/** The address of the page with the view's words in place of those that the list shows. */
function addressOf(view: SavedView, words: ViewWords): string {
  const search = new URLSearchParams(location.search)
  for (const name of Object.keys(words)) search.delete(name)
  for (const [name, word] of Object.entries(wordsIn(view.query))) search.set(name, word)
  return `${location.pathname}?${search}`
}

const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey

interface ViewChipProps extends Pick<SavedViewsProps, 'words' | 'onOpen'> {
  view: SavedView
  isOpen: boolean
}

function ViewChip({ view, words, isOpen, onOpen }: ViewChipProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const rename = useRenameView()
  const { mutate: remove } = useRemoveView()
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
        onClick={(event) => {
          if (!isPlainClick(event)) return
          event.preventDefault()
          onOpen(wordsIn(view.query))
        }}
        className="flex min-h-11 min-w-0 items-center rounded-l-full pl-3.5 font-semibold hover:text-accent compact:min-h-8"
      >
        <span className="truncate">{view.name}</span>
      </a>
      <ActionMenu
        label={`More for the view ${view.name}`}
        actions={[
          { label: 'Rename', icon: Pencil, onChoose: () => setIsRenaming(true) },
          { label: 'Remove', icon: Trash2, isDanger: true, onChoose: () => remove(view) },
        ]}
      />
      {isRenaming && (
        <NameDialog
          title="Rename this view"
          confirmLabel="Rename"
          initial={view.name}
          save={rename}
          onConfirm={(name) => rename.mutate({ view, name }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </li>
  )
}

interface NameDialogProps {
  title: string
  confirmLabel: string
  initial?: string
  save: Pick<ReturnType<typeof useRenameView>, 'isPending' | 'error'>
  onConfirm: (name: string) => void
  onClose: () => void
  children?: ReactNode
}

const NAME_MAX = 40

const NameDialog = ({ save, initial = '', children, ...rest }: NameDialogProps) => (
  <TextDialog
    {...rest}
    label="Name"
    note=""
    initial={initial}
    complaint="Enter a name, such as “Largest this month”."
    lengthMax={NAME_MAX}
    isPending={save.isPending}
    error={save.error}
    errorTitle="Not saved"
  >
    {children}
  </TextDialog>
)
