import type { StockStep } from './map-data.ts'

/** Five steps of the accent color. Sold-out places are hatched, so they differ by more than color. */
export const STEP_LOOKS: Readonly<Record<StockStep, { fill: string; swatch: string }>> = {
  0: { fill: '', swatch: '' },
  1: { fill: 'fill-accent/20', swatch: 'bg-accent/20' },
  2: { fill: 'fill-accent/40', swatch: 'bg-accent/40' },
  3: { fill: 'fill-accent/60', swatch: 'bg-accent/60' },
  4: { fill: 'fill-accent/80', swatch: 'bg-accent/80' },
  5: { fill: 'fill-accent', swatch: 'bg-accent' },
}
