import { OpenPalette } from '../palette/open-palette.tsx'
import { useAdminPalette } from './use-admin-palette.ts'

/** The administrators' palette. */
export function AdminPalette({ onClose }: { onClose: () => void }) {
  return (
    <OpenPalette useContents={useAdminPalette} finds="Order, customer, request, county or screen" onClose={onClose} />
  )
}
