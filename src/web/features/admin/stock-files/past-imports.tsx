import { ImportList } from '#web/lib/import-list.tsx'
import { outcomeWords, stateWord } from './import-words.ts'
import { usePastImports } from './stock-files-data.ts'

/** Stock imports, newest first. */
export function PastImports({ onOpen }: { onOpen: (importId: string) => void }) {
  return (
    <section aria-labelledby="stock-imports" className="grid gap-2">
      <h3 id="stock-imports" className="font-semibold">
        Past imports
      </h3>
      <ImportList
        list={usePastImports()}
        things="past imports"
        titleOf={({ fileName }) => <span className="font-semibold">{fileName}</span>}
        stateOf={stateWord}
        outcomeOf={outcomeWords}
        empty={
          <p className="text-sm text-muted">None yet. Each will appear here with who made it and what it changed.</p>
        }
        onOpen={onOpen}
      />
    </section>
  )
}
