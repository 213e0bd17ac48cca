/** How many letters of a name may be wrong, missing, too many or swapped; short names would fit anything. */
export function mistakesMax(letters: number): number {
  if (letters < 4) return 0
  return letters < 7 ? 1 : 2
}

/** The letters of a name as bits: a quick way to see that two names have little in common. */
export function lettersOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at) - 97
    if (letter >= 0 && letter < 26) bits |= 1 << letter
  }
  return bits
}

/** How many letters of one set are missing in another. */
export function missingLetters(wanted: number, present: number): number {
  let rest = wanted & ~present
  let count = 0
  while (rest !== 0) {
    rest &= rest - 1
    count += 1
  }
  return count
}

/** Long enough for what can be typed. Used again and again: a search compares with thousands of names. */
const ROW_LENGTH = 128
const rows: [Uint8Array, Uint8Array, Uint8Array] = [
  new Uint8Array(ROW_LENGTH),
  new Uint8Array(ROW_LENGTH),
  new Uint8Array(ROW_LENGTH),
]

/**
 * How many typing mistakes lie between what was typed and a name (letters wrong, missing, too many, or two swapped);
 * more than `max` is `max + 1`.
 *
 * @param isBeginning compares with the best beginning of the name instead of all of it
 */
export function countMistakes(typed: string, name: string, max: number, isBeginning: boolean): number {
  const width = Math.min(name.length, typed.length + max)
  if (!isBeginning && Math.abs(name.length - typed.length) > max) return max + 1
  let [before, last, current] = rows
  for (let column = 0; column <= width; column += 1) last[column] = column
  for (let row = 1; row <= typed.length; row += 1) {
    const letter = typed.charCodeAt(row - 1)
    const letterBefore = typed.charCodeAt(row - 2)
    let best = row
    current[0] = row
    for (let column = 1; column <= width; column += 1) {
      const other = name.charCodeAt(column - 1)
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (letter === other ? 0 : 1),
      )
      const isSwapped = row > 1 && column > 1 && letter === name.charCodeAt(column - 2) && letterBefore === other
      if (isSwapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      current[column] = cost
      if (cost < best) best = cost
    }
    if (best > max) return max + 1
    const free = before
    before = last
    last = current
    current = free
  }
  let fewest = last[width] ?? 0
  if (isBeginning) for (let column = 0; column < width; column += 1) fewest = Math.min(fewest, last[column] ?? 0)
  return Math.min(max + 1, fewest)
}
