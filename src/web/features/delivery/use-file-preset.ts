import { useState } from 'react'
import { FILE_PRESET_LIST, type FilePreset } from '#contract/delivery/file-presets.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

const KEY = 'file-preset'

/** The tool that this browser last downloaded leads for; null: a spreadsheet. */
export function useFilePreset(): [FilePreset | null, (preset: FilePreset | null) => void] {
  const [preset, setPreset] = useState(() => {
    const stored = readStored('local', KEY)
    return FILE_PRESET_LIST.find((known) => known === stored) ?? null
  })
  const change = (next: FilePreset | null) => {
    writeStored('local', KEY, next)
    setPreset(next)
  }
  return [preset, change]
}
