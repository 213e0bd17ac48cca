import { Moon, Sun } from 'lucide-react'
import { Button } from './button.tsx'
import { chooseTheme, type Theme, useTheme } from './theme.ts'

/** Light or dark: the system's preference until someone presses this, then what they chose, remembered. */
export function ThemeSwitch() {
  const theme = useTheme()
  const other: Theme = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <Button look="quiet" size="small" className="size-11 px-0 text-ink" onClick={() => chooseTheme(other)}>
      <Icon size={18} aria-hidden="true" />
      <span className="sr-only">Switch to {other} theme</span>
    </Button>
  )
}
