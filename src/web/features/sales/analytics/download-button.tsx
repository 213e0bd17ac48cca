import { Download } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { CsvFile } from './analytics-csv.ts'

interface DownloadButtonProps {
  /** What the file contains, because the page has several such buttons. */
  of: string
  makeFile: () => Promise<CsvFile>
}

/** Makes the file on demand, with code that is loaded then. */
export function DownloadButton({ of, makeFile }: DownloadButtonProps) {
  const handleClick = async () => {
    const [{ name, text }, { downloadCsv }] = await Promise.all([makeFile(), import('#web/lib/download-csv.ts')])
    downloadCsv(name, text)
  }
  return (
    <Button onClick={handleClick}>
      <Download size={15} aria-hidden="true" />
      Download CSV<span className="sr-only"> of {of}</span>
    </Button>
  )
}
