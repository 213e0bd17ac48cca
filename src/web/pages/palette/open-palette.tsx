import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { OptionRow } from '#web/ui/combobox.tsx'
import { dismissToasts } from '#web/ui/toast.ts'
import { useModal } from '#web/ui/use-modal.ts'
import { useOptions } from '#web/ui/use-options.ts'
import type { PaletteContents } from './palette-contents.ts'
import type { PaletteEntry } from './palette-dialog.tsx'

interface OpenPaletteProps {
  /** A hook: what the palette offers for a text. */
  useContents: (text: string) => PaletteContents
  /** Such as `County, customer, request or action`. */
  finds: string
  onClose: () => void
}

/** One field for everything, as a combobox: arrows move, Enter selects, Escape closes. The first entry is preselected. */
export function OpenPalette({ useContents, finds, onClose }: OpenPaletteProps) {
  const [text, setText] = useState('')
  const { groups, news } = useContents(text)
  // A toast would lie over what was found.
  useEffect(dismissToasts, [])
  const element = useRef<HTMLDialogElement>(null)
  const toastPlace = useRef<HTMLDivElement>(null)
  useModal(element, toastPlace)
  const entries = groups.flatMap((group) => group.entries)
  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    entry.choose()
  }
  const list = useOptions({ count: entries.length, onChoose: (at) => choose(entries[at]) })
  let position = -1
  return (
    <dialog
      ref={element}
      aria-label="Command palette"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => event.target === element.current && onClose()}
      className="arrive mx-auto mt-[min(12dvh,6rem)] mb-auto w-[calc(100%-1.5rem)] max-w-xl overflow-clip rounded-md border border-line bg-surface p-0 text-ink shadow-float"
    >
      <div className="relative border-b border-line">
        <Search
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted"
        />
        <input
          role="combobox"
          aria-label={`Find: ${finds}`}
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={list.listId}
          aria-activedescendant={list.activeId}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          placeholder={finds}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            list.mark(0)
          }}
          onKeyDown={list.handleKeyDown}
          className="min-h-14 w-full bg-surface pr-4 pl-12 text-base text-ink -outline-offset-2 placeholder:text-muted"
        />
      </div>
      <div
        id={list.listId}
        role="listbox"
        aria-label="Found"
        className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain empty:hidden"
      >
        {groups.map((group) => (
          <fieldset key={group.name} aria-label={group.name} className="min-w-0 py-1">
            <p aria-hidden="true" className="px-4 pt-2 pb-1 text-xs font-semibold text-muted">
              {group.name}
            </p>
            {group.entries.map((entry) => {
              position += 1
              const at = position
              return (
                <OptionRow
                  key={entry.key}
                  id={list.optionId(at)}
                  isMarked={at === list.active}
                  onPoint={() => list.mark(at)}
                  onChoose={() => choose(entry)}
                >
                  <EntryLine entry={entry} />
                </OptionRow>
              )
            })}
          </fieldset>
        ))}
      </div>
      <p role="status" className={news ? 'px-4 py-3 text-sm text-muted' : 'sr-only'}>
        {news}
      </p>
      <div ref={toastPlace} />
    </dialog>
  )
}

function EntryLine({ entry: { icon: Icon, title, detail } }: { entry: PaletteEntry }) {
  return (
    <span className="flex min-h-7 items-center gap-3 px-1">
      <Icon size={16} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="line-clamp-1 min-w-0 grow font-semibold wrap-anywhere" dir="auto">
        {title}
      </span>
      {detail && <span className="line-clamp-1 max-w-[50%] shrink-0 text-muted wrap-anywhere">{detail}</span>}
    </span>
  )
}
