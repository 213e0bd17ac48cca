import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface PressToConfirmProps {
  /** What the button is for. */
  words: string
  button: string
  busyButton: string
  onPress: () => void
  isBusy: boolean
  /** Set once it is done; replaces the button. */
  done?: { title: string; words: ReactNode; action: ReactNode } | undefined
  /** Set once pressing can no longer help; replaces the button. */
  over?: { title: string; words: ReactNode; action: ReactNode } | undefined
  /** `info` if nothing is lost by it. */
  overTone?: 'danger' | 'info'
  /** Why the last press did nothing; pressing again may help. */
  fieldError?: string | undefined
}

/** One button and its result. For links that work once: mail scanners open them too, but they press nothing. */
export function PressToConfirm(props: PressToConfirmProps) {
  const { words, button, busyButton, onPress, isBusy, done, over, overTone = 'danger', fieldError } = props
  const end = done ?? over
  if (end) {
    return (
      <Notice tone={done ? 'good' : overTone} title={end.title} action={end.action}>
        {end.words}
      </Notice>
    )
  }
  return (
    <>
      <p>{words}</p>
      {fieldError && (
        <Notice tone="danger" className="mt-4">
          {fieldError}
        </Notice>
      )}
      <Button look="primary" className="mt-4" onClick={onPress} disabled={isBusy}>
        {isBusy ? busyButton : button}
      </Button>
    </>
  )
}
