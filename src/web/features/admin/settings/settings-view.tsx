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
          Your store’s name, time limits and rules. Change a field, check old and new below, and save. Every page
          updates within a second.
        </p>
      </div>
      <ListTrouble list={query} title="The settings could not be loaded" />
      {data && <SettingsForm settings={data} />}
      {isPending && <Loading words="Loading the settings" height="h-64" count={3} />}
    </div>
  )
}
