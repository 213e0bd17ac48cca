import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useSettings } from './settings-data.ts'
import { SettingsForm } from './settings-form.tsx'

/** Settings that an administrator can change without a restart. */
export function SettingsView() {
  const query = useSettings()
  const { data, isPending } = query
  return (
    <div className="grid gap-5">
      <div>
        <h2 className="display text-2xl">Settings</h2>
        <p className="mt-1 max-w-[68ch] text-sm text-muted">
          What the store is called, how long it waits, and how it counts. Change a field, look at old and new below, and
          save: every page follows within a second, without a restart.
        </p>
      </div>
      <ListTrouble list={query} title="The settings could not be loaded" />
      {data && <SettingsForm settings={data} />}
      {isPending && <Loading words="Loading the settings" height="h-64" count={3} />}
    </div>
  )
}
