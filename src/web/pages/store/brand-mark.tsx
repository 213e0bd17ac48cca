import { classes } from '#web/ui/classes.ts'

export const BrandMark = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" className={classes('shrink-0', className)}>
    <path
      d="M3 6.5 29 3v23L3 29Z M16 4.8V27.4 M3 17.4 29 14.6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
    />
    <path d="M3 17.4 16 16V27.6L3 29Z" fill="currentColor" />
  </svg>
)
