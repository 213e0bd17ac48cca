import { Moon, Sun } from 'lucide-react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { chooseTheme, type Theme, useTheme } from './theme.ts'

/** Light or dark: the system's preference until someone presses this, then what they chose, remembered. */
export function ThemeSwitch({ isWordy, className }: { isWordy?: boolean; className?: string }) {
  const theme = useTheme()
  const other: Theme = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <Button
      look={isWordy ? 'plain' : 'quiet'}
      size={isWordy ? 'normal' : 'small'}
      className={classes(!isWordy && 'size-11 px-0 text-ink', className)}
      onClick={() => chooseTheme(other)}
    >
      <Icon size={18} aria-hidden="true" />
      <span className={isWordy ? '' : 'sr-only'}>Switch to {other} theme</span>
    </Button>
  )
}
