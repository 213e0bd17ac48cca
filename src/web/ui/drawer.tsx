import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface DrawerProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
}

/** Details of one item, at the right over a dashboard's table: a request, a customer. Open while it is rendered. */
export function Drawer(props: DrawerProps) {
  return <Dialog isWide {...props} />
}
