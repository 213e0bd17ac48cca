/** Loaded before a program (`node --import`), this shifts its `Date` by CLOCK_SHIFT_MS. */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...values: [] | ConstructorParameters<typeof RealDate>) {
    if (values.length === 0) super(RealDate.now() + shiftMs)
    else super(...values)
  }
  static override now(): number {
    return RealDate.now() + shiftMs
  }
}
globalThis.Date = ShiftedDate as DateConstructor
