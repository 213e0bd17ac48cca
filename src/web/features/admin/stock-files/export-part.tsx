import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSaveFile } from '#web/lib/use-save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useStates } from './stock-files-data.ts'

const ALL = 'All states'

/** Exports all packages with their counts as a file, or those of one state. */
export function ExportPart() {
  const [state, setState] = useState(ALL)
  const states = useStates()
  const file = useSaveFile()
  const words = state === ALL ? '' : `?${new URLSearchParams({ state })}`
  return (
    <section aria-labelledby="stock-export" className="grid gap-3">
      <h3 id="stock-export" className="font-semibold">
        Export
      </h3>
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <SelectField
          label="Packages in"
          options={[ALL, ...(states.data ?? [])]}
          value={state}
          onChange={(event) => setState(event.target.value)}
        />
        <Button
          aria-disabled={file.isPending || undefined}
          onClick={() => !file.isPending && file.mutate(`/api/admin/stock.csv${words}`)}
        >
          <Download size={16} aria-hidden="true" />
          {file.isPending ? 'Preparing the file…' : 'Export stock'}
        </Button>
      </div>
      {file.error && (
        <Notice tone="danger" title="The file could not be created">
          {file.error.sentence}
        </Notice>
      )}
      {file.isSuccess && (
        <p role="status" className="text-sm text-muted">
          Saved as {file.data.name}.
        </p>
      )}
    </section>
  )
}
