import { Menu, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'

interface DisclosureProps {
  label: string
  className?: string
  /** What the button shows, if not three lines and the label. */
  face?: ReactNode
  panelLook?: string
  children: ReactNode
}

/**
 * A button that unfolds a panel below the nearest positioned ancestor: the pattern for a site's menu, whose links stay
 * plain links. Escape, a click outside, a followed link and moving the focus away fold it again; Escape returns the
 * focus.
 */
export function Disclosure({ label, className, face, panelLook = 'inset-x-0 border-y', children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const Icon = isOpen ? X : Menu

  useEffect(() => {
    if (!isOpen) return
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setIsOpen(false)
      button.current?.focus()
    }
    const handleElsewhere = (event: Event) => {
      if (event.target instanceof Node && !whole.current?.contains(event.target)) setIsOpen(false)
    }
    const folding = new AbortController()
    const { signal } = folding
    document.addEventListener('keydown', handleKeyDown, { signal })
    document.addEventListener('pointerdown', handleElsewhere, { signal })
    document.addEventListener('focusin', handleElsewhere, { signal })
    return () => folding.abort()
  }, [isOpen])

  return (
    <div ref={whole} className={className}>
      <Button
        ref={button}
        look="quiet"
        size="small"
        className="min-h-11 min-w-11 px-2! text-ink"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {face ?? (
          <>
            <Icon size={20} aria-hidden="true" />
            <span className="max-xs:sr-only">{label}</span>
          </>
        )}
      </Button>
      <div
        id={panelId}
        hidden={!isOpen}
        onClickCapture={(event) => {
          if (event.target instanceof Element && event.target.closest('a, [data-folds]')) setIsOpen(false)
        }}
        className={`arrive absolute top-full border-line bg-surface shadow-float ${panelLook}`}
      >
        {children}
      </div>
    </div>
  )
}
