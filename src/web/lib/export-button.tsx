import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useSaveFile } from './use-save-file.ts'

interface ExportButtonProps {
  /** Of the file on the server. */
  address: string
  /** What the file has, for screen readers. */
  what: string
}

/** Saves what a list shows, with its filters, as a CSV file. */
export function ExportButton({ address, what }: ExportButtonProps) {
  const { mutate, isPending, error } = useSaveFile()
  useEffect(() => {
    if (error) showToast({ title: 'The file could not be created', description: error.sentence, tone: 'danger' })
  }, [error])
  return (
    <Button aria-disabled={isPending || undefined} onClick={() => !isPending && mutate(address)}>
      <Download size={16} aria-hidden="true" />
      {isPending ? 'Preparing…' : 'Export CSV'}
      <span className="sr-only"> of {what}</span>
    </Button>
  )
}
