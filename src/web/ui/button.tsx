import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import { classes } from './classes.ts'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  primary: 'bg-accent text-on-accent border-accent hover:bg-accent-strong hover:border-accent-strong',
  plain: 'bg-surface text-ink border-control hover:bg-accent-quiet hover:border-accent',
  quiet: 'text-accent border-transparent hover:bg-accent-quiet',
  danger: 'text-danger border-transparent hover:bg-danger-quiet',
}

/** The look of buttons; links that act like buttons use the same classes. */
export function buttonClasses(look: ButtonLook = 'plain', size: ButtonProps['size'] = 'normal'): string {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-md border font-semibold text-center transition-colors duration-150',
    'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted',
    size === 'row' && 'min-h-7 px-3 text-sm pointer-coarse:min-h-11',
    size === 'small' && 'min-h-9 px-3 py-1 text-sm compact:min-h-8 pointer-coarse:min-h-11',
    size === 'normal' && 'min-h-11 px-4 py-2 text-sm compact:min-h-8 compact:px-3 compact:py-1',
    size === 'large' && 'min-h-13 px-6 py-3 text-base',
    LOOKS[look],
  )
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook
  /** `row`: quiet in a row of a list. */
  size?: 'row' | 'small' | 'normal' | 'large' | undefined
  ref?: Ref<HTMLButtonElement>
  /** Before the words. */
  icon?: LucideIcon
  /** While true, presses do nothing. The button keeps the focus, which a disabled one would lose. */
  isBusy?: boolean | undefined
  /** After the words, for screen readers only: what the button is about. */
  about?: string | undefined
}

/** A form must not be sent either. */
const refuse = (event: MouseEvent) => event.preventDefault()

/** A button that does not submit a form by default. */
export function Button(props: ButtonProps) {
  const { look, size, className, type = 'button', icon: Icon, isBusy, about, onClick, children, ...rest } = props
  return (
    <button
      type={type}
      className={classes(buttonClasses(look, size), className)}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? refuse : onClick}
      {...rest}
    >
      {Icon && <Icon size={16} aria-hidden="true" />}
      {children}
      {about && <span className="sr-only">{about}</span>}
    </button>
  )
}
