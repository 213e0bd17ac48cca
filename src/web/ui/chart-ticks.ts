/** Fewer steps than this where the values do not need as many. */
const STEPS_MAX = 5

/**
 * Round numbers for an axis, lowest first: multiples of 1, 2 or 5 times a power of ten that enclose the values and zero.
 * At least 0 and 1. Counted in hundredths, because tenths and cents are not exact as fractions.
 *
 * @param isWhole no ticks between whole numbers, for counts
 */
export function ticksOf(values: readonly number[], isWhole: boolean): number[] {
  const lowest = Math.min(0, ...values.map((value) => Math.floor(value * 100 + 1e-6)))
  const highest = Math.max(0, ...values.map((value) => Math.ceil(value * 100 - 1e-6)))
  const range = highest - lowest
  if (range === 0) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(range / STEPS_MAX))
  const rough = [1, 2, 5, 10].map((times) => times * power).find((one) => range / one <= STEPS_MAX) ?? range
  const step = Math.max(isWhole ? 100 : 1, rough)
  const first = Math.floor(lowest / step)
  const count = Math.ceil(highest / step) - first + 1
  return Array.from({ length: count }, (_, at) => ((first + at) * step) / 100)
}
