import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'

/** `by hand`: the browser does not let us copy, so the text is shown and selected. */
type CopyState = 'not yet' | 'copied' | 'by hand'

/** Copies the details of a transfer. If the clipboard is blocked, it selects the text for copying by hand. */
export function CopyDetails({ text }: { text: string }) {
  const [state, setState] = useState<CopyState>('not yet')
  const field = useRef<HTMLTextAreaElement>(null)

  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      showToast({ title: 'Copied to clipboard' })
    } catch {
      setState('by hand')
      requestAnimationFrame(() => {
        field.current?.focus()
        field.current?.select()
      })
    }
  }
  return (
    <div className="grid gap-3">
      <Button onClick={handleCopy} className="w-full">
        {state === 'copied' ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        {state === 'copied' ? 'Copied Payment Details' : 'Copy Payment Details'}
      </Button>
      {state === 'by hand' && (
        <label className="grid gap-1.5 text-sm">
          <span>Your browser won’t let us copy. The text is selected: press Ctrl+C or ⌘C, or tap to copy.</span>
          <textarea
            ref={field}
            readOnly
            rows={text.split('\n').length}
            value={text}
            className="figures w-full resize-none rounded-md border border-control bg-surface px-3 py-2 text-base"
          />
        </label>
      )}
    </div>
  )
}
