import { Moon, Sun } from 'lucide-react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { switchTheme, type Theme, useThemeIfKnown } from './theme.ts'

/** Light or dark: the system's preference until someone presses this, then their choice, remembered. */
export function ThemeSwitch({ isWordy, className }: { isWordy?: boolean; className?: string }) {
  const theme = useThemeIfKnown()
  const other: Theme = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <Button
      look={isWordy ? 'plain' : 'quiet'}
      size={isWordy ? 'normal' : 'small'}
      className={classes(!isWordy && 'size-11 px-0 text-ink', className)}
      onClick={switchTheme}
    >
      <Icon size={18} aria-hidden="true" className={theme ? '' : 'invisible'} />
      <span className={isWordy ? '' : 'sr-only'}>{theme ? `Switch to ${other} theme` : 'Switch theme'}</span>
    </Button>
  )
}
