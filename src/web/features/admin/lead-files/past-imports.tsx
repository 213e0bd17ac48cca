import { ImportList } from '#web/lib/import-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { outcomeWords, stateWord } from './import-words.ts'
import { usePastImports } from './lead-files-data.ts'

/** Imports of lead files, newest first. */
export function PastImports({ onOpen }: { onOpen: (importId: string) => void }) {
  return (
    <div className="grid gap-3">
      <ImportList
        list={usePastImports()}
        label="Imports of lead files"
        things="imports"
        titleOf={({ fileName, source }) => (
          <>
            <span className="font-semibold">{fileName}</span>, {source}
          </>
        )}
        stateOf={stateWord}
        outcomeOf={outcomeWords}
        empty={
          <EmptyState title="No lead files yet">
            Until you apply a lead file, stock is whatever you set by hand.
          </EmptyState>
        }
        onOpen={onOpen}
      />
    </div>
  )
}
