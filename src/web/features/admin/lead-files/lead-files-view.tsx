import { Panel } from '#web/ui/panel.tsx'
import { LeadImportDrawer } from './lead-import-drawer.tsx'
import { NewImport } from './new-import.tsx'
import { PastImports } from './past-imports.tsx'

interface LeadFilesViewProps {
  /** The import that the address says is open. */
  open: string | undefined
  onOpen: (importId: string | undefined) => void
}

/** Lead files: a new one, those before, and one import in the drawer. */
export function LeadFilesView({ open, onOpen }: LeadFilesViewProps) {
  return (
    <div className="grid gap-5">
      <Panel
        title="Upload a lead file"
        intro="Homeowners from a supplier, as a CSV file. You match its columns, see what would become of each row, and only then put the leads on sale."
      >
        <NewImport onOpen={onOpen} />
      </Panel>
      <Panel
        title="Imports"
        intro="Who brought what, when, and what came of it. Each opens again, and can be taken back for 30 days, while nothing of it is sold."
      >
        <PastImports onOpen={onOpen} />
      </Panel>
      {open?.startsWith('lim_') && <LeadImportDrawer key={open} importId={open} onClose={() => onOpen(undefined)} />}
    </div>
  )
}
