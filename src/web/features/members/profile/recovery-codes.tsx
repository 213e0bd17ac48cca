import { Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** Codes for signing in without the phone: shown once, to copy or save before continuing. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [isKept, setIsKept] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const handleCopy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => {
        setIsKept(true)
        showToast({ title: 'Copied to clipboard' })
      },
      () =>
        showToast({
          title: 'Not copied',
          description: 'This browser does not allow it. Download the codes, or write them down.',
          tone: 'danger',
        }),
    )
  const handleDownload = () => {
    downloadText('recovery-codes.txt', `${codes.join('\n')}\n`)
    setIsKept(true)
  }

  return (
    <div className="grid gap-4 text-sm">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-semibold">
          Your recovery codes
        </h3>
        <p className="mt-1 text-muted">
          Each code signs you in once when you don’t have your phone. You see them only now. Keep them away from your
          password.
        </p>
      </div>
      <ul className="figures grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-3 font-semibold tracking-wider">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={handleCopy}>
          <Copy size={16} aria-hidden="true" />
          Copy codes
        </Button>
        <Button onClick={handleDownload}>
          <Download size={16} aria-hidden="true" />
          Download codes
        </Button>
        <Button look="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
      {!isKept && <Notice tone="attention">Without these codes, a lost phone locks you out of your account.</Notice>}
    </div>
  )
}

function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
