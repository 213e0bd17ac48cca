import { Printer } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

/** Prints the receipt on the page. */
export function PrintButton() {
  return (
    <Button onClick={() => print()} className="no-print">
      <Printer size={16} aria-hidden="true" />
      Print
    </Button>
  )
}
