import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface DiscardOptions {
  /** Whether there is input that closing would lose. */
  isTyped: boolean
  onClose: () => void
  /** Called with the target on the same page: whether the drawer is open there too, with all input. */
  staysOpenAt?: (search: object) => boolean
}

/**
 * Asks before the input of a drawer or a dialog is lost: when it is closed, when the URL changes (Back, a link), and,
 * in the browser's own words, when the page is left.
 */
export function useDiscardQuestion({ isTyped, onClose, staysOpenAt }: DiscardOptions) {
  const [isAsking, setIsAsking] = useState(false)
  const isSilent = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isTyped && !isSilent.current && !(next.pathname === current.pathname && staysOpenAt?.(next.search)),
    enableBeforeUnload: () => isTyped && !isSilent.current,
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'
  /** Asks nothing from now on, for an intended navigation. */
  const stopAsking = () => {
    isSilent.current = true
  }
  /** Closes without asking, for example because it is saved. */
  const leave = () => {
    stopAsking()
    onClose()
  }
  const stay = () => {
    setIsAsking(false)
    if (isBlocked) blocker.reset()
  }
  /** Closes; asks first if there is input. For everything that closes: Escape, a click outside, buttons. */
  const close = () => (isTyped ? setIsAsking(true) : onClose())
  return {
    close,
    leave,
    stopAsking,
    /** Must be rendered inside the drawer. */
    question: isTyped && (
      <>
        <EscapeKey onPress={close} />
        {(isAsking || isBlocked) && (
          <ConfirmDialog
            title="Discard what you typed?"
            confirmLabel="Discard it"
            confirmLook="danger"
            cancelLabel="Keep editing"
            onConfirm={isBlocked ? blocker.proceed : leave}
            onClose={stay}
          >
            <p>It is not saved. If you close this, you lose it.</p>
            <EscapeKey onPress={stay} />
          </ConfirmDialog>
        )}
      </>
    ),
  }
}

/** Asks before a page is left whose changes are not kept. */
export function useLeaveQuestion(isDirty: boolean, what: 'saving' | 'publishing'): ReactNode {
  const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: () => isDirty, withResolver: true })
  return (
    blocker.status === 'blocked' && (
      <ConfirmDialog
        title={`Leave without ${what}?`}
        confirmLabel={`Leave without ${what}`}
        confirmLook="danger"
        cancelLabel="Stay here"
        onConfirm={blocker.proceed}
        onClose={blocker.reset}
      >
        <p>If you leave, you lose your changes on this page.</p>
      </ConfirmDialog>
    )
  )
}

/**
 * Handles Escape before the browser does. A browser lets a page cancel Escape only once: the next press closes the
 * modal, and with it the one below it, whatever is typed there.
 */
function EscapeKey({ onPress }: { onPress: () => void }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      const topmost = [...document.querySelectorAll('dialog:modal')].at(-1)
      if (topmost !== place.current?.closest('dialog')) return
      event.preventDefault()
      onPress()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [onPress])
  return <span ref={place} hidden />
}
