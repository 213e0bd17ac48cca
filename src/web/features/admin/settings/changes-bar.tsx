import { settingNamed } from '#contract/admin/settings.ts'
import { formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { PlannedChange } from './setting-drafts.ts'

interface ChangesBarProps {
  changes: readonly PlannedChange[]
  /** Fields that cannot be saved. */
  wrongCount: number
  isPending: boolean
  onDiscard: () => void
}

/** What saving will do, old and new, with the one button that does it. It stays visible while the form scrolls. */
export function ChangesBar({ changes, wrongCount, isPending, onDiscard }: ChangesBarProps) {
  const isDirty = changes.length > 0 || wrongCount > 0
  return (
    <section
      aria-label="Changes to save"
      // Above the sandbox's ribbon, and only while there is something to save, because it covers part of the form.
      className={classes(
        'rounded-md border border-line bg-surface p-4',
        isDirty && 'sticky bottom-(--foot) z-10 shadow-float',
      )}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div role="status" className="min-w-0 grow basis-72 text-sm">
          {!isDirty && <p className="text-muted">No changes yet. Your changes appear here before you save them.</p>}
          {changes.length > 0 && (
            <ul className="grid max-h-28 gap-1 overflow-y-auto" aria-label="Old and new values">
              {changes.map(({ name, words }) => (
                <li key={name} className="wrap-anywhere">
                  {settingNamed(name).label}: <span className="text-muted">{words.before}</span>{' '}
                  <span aria-hidden="true">→</span> <span className="sr-only">to</span> <strong>{words.after}</strong>
                </li>
              ))}
            </ul>
          )}
          {wrongCount > 0 && (
            <p className="text-danger">{formatPlural(wrongCount, 'field')} cannot be saved as typed.</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {isDirty && <Button onClick={onDiscard}>Discard</Button>}
          <Button type="submit" look="primary" disabled={!isDirty || isPending}>
            {isPending
              ? 'Saving…'
              : changes.length > 0
                ? `Save ${formatPlural(changes.length, 'change')}`
                : 'Save changes'}
          </Button>
        </div>
      </div>
    </section>
  )
}
