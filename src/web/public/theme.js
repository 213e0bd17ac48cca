// Runs before the first paint: a remembered choice of theme wins over the system's. See ui/theme-switch.tsx.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be switched off; the system's preference then decides.
}
