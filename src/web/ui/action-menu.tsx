import { ChevronDown, Ellipsis, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, useState } from 'react'
import { buttonClasses } from './button.tsx'
import { classes } from './classes.ts'

/** One entry of a menu. */
export type MenuAction = { label: string; icon: LucideIcon; isDanger?: boolean; onChoose: () => void }

interface ActionMenuProps {
  label: string
  /** On the button, where there is room for more than a mark. */
  words?: string
  icon?: LucideIcon
  actions: readonly MenuAction[]
}

/**
 * A row's further actions: a button with a menu. Not modal, because the library's modal menus write a style element,
 * which our pages' security policy refuses.
 */
export function ActionMenu(props: ActionMenuProps) {
  const { label, words, icon: Icon = words ? ChevronDown : Ellipsis, actions } = props
  const button = useRef<HTMLButtonElement>(null)
  // Inside the page's main part, or the open menu would belong to no landmark.
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <DropdownMenu.Root
      modal={false}
      onOpenChange={() => setPlace(button.current?.closest<HTMLElement>('dialog, main') ?? null)}
    >
      <DropdownMenu.Trigger
        ref={button}
        aria-label={label}
        className={
          words
            ? buttonClasses()
            : 'grid size-11 place-items-center rounded-md border border-transparent text-ink hover:bg-accent-quiet compact:size-8'
        }
      >
        {words}
        <Icon size={18} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-30 min-w-44 rounded-md border border-line bg-surface py-1 text-sm shadow-float"
        >
          {actions.map(({ label: words, icon: Mark, isDanger, onChoose }) => (
            <DropdownMenu.Item
              key={words}
              onSelect={onChoose}
              className={classes(
                'flex min-h-11 cursor-pointer items-center gap-2.5 px-3 compact:min-h-10 outline-none data-highlighted:bg-accent-quiet',
                isDanger && 'text-danger data-highlighted:bg-danger-quiet',
              )}
            >
              <Mark size={16} aria-hidden="true" />
              {words}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
