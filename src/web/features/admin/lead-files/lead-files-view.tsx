import { Panel } from '#web/ui/panel.tsx'
import { LeadImportDrawer } from './lead-import-drawer.tsx'
import { NewImport } from './new-import.tsx'
import { PastImports } from './past-imports.tsx'

interface LeadFilesViewProps {
  /** The open import, from the URL. */
  open: string | undefined
  onOpen: (importId: string | undefined) => void
}

/** Lead files: a new one, past ones, and one import in the drawer. */
export function LeadFilesView({ open, onOpen }: LeadFilesViewProps) {
  return (
    <div className="grid gap-5">
      <Panel
        title="Upload a lead file"
        intro="Upload a supplier’s homeowners as a CSV file. You match its columns and check every row before any lead goes on sale."
      >
        <NewImport onOpen={onOpen} />
      </Panel>
      <Panel
        title="Imports"
        intro="Who imported what, when, and how it went. You can open each import again, and undo it for 30 days as long as none of its leads have sold."
      >
        <PastImports onOpen={onOpen} />
      </Panel>
      {open?.startsWith('lim_') && <LeadImportDrawer key={open} importId={open} onClose={() => onOpen(undefined)} />}
    </div>
  )
}
