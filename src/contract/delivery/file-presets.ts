/** The tools that a buyer can get their leads for. Each is the CSV file that the tool's importer reads. */
import * as z from 'zod/mini'

const FILE_PRESETS = ['resimpli', 'podio', 'follow-up-boss', 'gohighlevel', 'hubspot', 'salesforce', 'dialer'] as const
export const FilePreset = z.enum(FILE_PRESETS)
export type FilePreset = z.infer<typeof FilePreset>
export const FILE_PRESET_LIST: readonly FilePreset[] = FILE_PRESETS

export const FILE_PRESET_NAMES: Readonly<Record<FilePreset, string>> = {
  resimpli: 'REsimpli',
  podio: 'Podio',
  'follow-up-boss': 'Follow Up Boss',
  gohighlevel: 'GoHighLevel',
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  dialer: 'Dialer',
}
