/** Loads what keeps a county on screen up to date, after the county itself. */
export const loadLivePackages = () =>
  import('#web/features/catalogue/live-packages.tsx').then((file) => ({ default: file.LivePackages }))
