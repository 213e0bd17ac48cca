/**
 * Loaded before a program (`node --import`), this shifts its `Date` by CLOCK_SHIFT_MS: immediately, or
 * CLOCK_SHIFT_AFTER_MS after its start, like a clock that jumps.
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0)
const afterMs = Number(process.env.CLOCK_SHIFT_AFTER_MS ?? 0)
const RealDate = Date
const shift = () => (performance.now() >= afterMs ? shiftMs : 0)

class ShiftedDate extends RealDate {
  constructor(...values: [] | ConstructorParameters<typeof RealDate>) {
    if (values.length === 0) super(RealDate.now() + shift())
    else super(...values)
  }
  static override now(): number {
    return RealDate.now() + shift()
  }
}
globalThis.Date = ShiftedDate as DateConstructor
