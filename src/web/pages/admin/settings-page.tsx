import { SettingsView } from '#web/features/admin/settings/settings-view.tsx'

/** Settings of the administrators' desk. */
export function SettingsPage() {
  return <SettingsView />
}
