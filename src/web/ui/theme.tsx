import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

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

export type Theme = 'light' | 'dark'

/** Also read by first.js, before the first paint. Stored as a bare word. */
const THEME_KEY = 'theme'
const systemDark = () => matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return systemDark().matches ? 'dark' : 'light'
}

/** Changes to the other theme and stores that choice; it overrides the system's from now on. */
function switchTheme(): void {
  // Asked now, because a served page does not know it.
  const theme: Theme = currentTheme() === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const system = systemDark()
  listeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}

export const useTheme = (): Theme => useThemeIfKnown() ?? 'light'

/** Null in a prerendered page, which is the same for both. */
const useThemeIfKnown = (): Theme | null => useSyncExternalStore(subscribe, currentTheme, () => null)
