import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

interface SwitchProps {
  label: string
  /** What it does, below the label. */
  children?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A switch. The word next to the knob says on or off, not only its place and color. */
export function Switch({ label, children, isOn, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <span id={`${id}-label`} className="text-sm font-semibold">
          {label}
        </span>
        {children && (
          <p id={`${id}-help`} className="text-sm text-muted">
            {children}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={children ? `${id}-help` : undefined}
        onClick={() => onChange(!isOn)}
        className="inline-flex min-h-11 shrink-0 items-center gap-2 text-sm compact:min-h-8"
      >
        <span aria-hidden="true">{isOn ? 'On' : 'Off'}</span>
        <span
          aria-hidden="true"
          className={classes(
            'flex h-6 w-10 items-center rounded-full border px-0.5 transition-colors duration-150',
            isOn ? 'justify-end border-accent bg-accent' : 'border-control bg-sunken',
          )}
        >
          <span className={classes('size-4.5 rounded-full', isOn ? 'bg-on-accent' : 'bg-muted')} />
        </span>
      </button>
    </div>
  )
}
