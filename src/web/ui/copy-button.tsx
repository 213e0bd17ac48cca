import { Check, Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { showToast } from './toast.ts'

/** `by hand`: the browser does not let us copy, so the text is shown and selected. */
type CopyState = 'not yet' | 'copied' | 'by hand'

interface CopyButtonProps {
  text: string
  label: string
  /** For screen readers, after the label, if a list has several such buttons. */
  about?: string
  size?: 'small' | 'normal'
}

/** @param selectText called if the browser does not let us copy, once the text is shown */
export function useCopy(text: string, selectText: () => void) {
  const [state, setState] = useState<CopyState>('not yet')
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      showToast({ title: 'Copied to clipboard' })
    } catch {
      setState('by hand')
      requestAnimationFrame(selectText)
    }
  }
  return { state, handleCopy }
}

/** Copies a line of text. If the clipboard is blocked, it selects the text for copying by hand. */
export function CopyButton({ text, label, about, size = 'normal' }: CopyButtonProps) {
  const field = useRef<HTMLInputElement>(null)
  const fieldId = useId()
  const { state, handleCopy } = useCopy(text, () => field.current?.select())
  return (
    <>
      <Button size={size} icon={state === 'copied' ? Check : Copy} about={about && ` ${about}`} onClick={handleCopy}>
        {state === 'copied' ? 'Copied' : label}
      </Button>
      {state === 'by hand' && (
        <div className="grid w-full gap-1.5 text-sm">
          <label htmlFor={fieldId}>Your browser won’t let us copy. Press Ctrl+C or ⌘C, or tap to copy.</label>
          <input
            ref={field}
            id={fieldId}
            readOnly
            value={text}
            className="min-h-11 w-full rounded-md border border-control bg-surface px-3 text-base"
          />
        </div>
      )}
    </>
  )
}

type SecretNoticeProps = { title: string; label: string; secret: string; words: string; onClose: () => void }
/** A secret that is shown once, to be copied. */
export const SecretNotice = ({ title, label, secret, words, onClose }: SecretNoticeProps) => (
  <Notice
    tone="attention"
    title={title}
    action={
      <div className="flex flex-wrap gap-3">
        <CopyButton text={secret} label={label} />
        <Button onClick={onClose}>I have it</Button>
      </div>
    }
  >
    <p>We show it only once. {words}</p>
    <p className="mt-2 font-mono text-sm wrap-anywhere">{secret}</p>
  </Notice>
)
