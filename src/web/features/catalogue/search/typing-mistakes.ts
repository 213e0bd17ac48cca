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

/**
 * How many typing mistakes lie between what was typed and a name (letters wrong, missing, too many, or two swapped);
 * more than `max` is `max + 1`.
 *
 * @param isBeginning compares with the best beginning of the name instead of all of it
 */
export function countMistakes(typed: string, name: string, max: number, isBeginning: boolean): number {
  const width = Math.min(name.length, typed.length + max)
  if (!isBeginning && Math.abs(name.length - typed.length) > max) return max + 1
  let before: number[] = []
  let last = Array.from({ length: width + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row]
    let best = row
    for (let column = 1; column <= width; column += 1) {
      const isSame = typed[row - 1] === name[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped =
        row > 1 && column > 1 && typed[row - 1] === name[column - 2] && typed[row - 2] === name[column - 1]
      if (isSwapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      current.push(cost)
      best = Math.min(best, cost)
    }
    if (best > max) return max + 1
    before = last
    last = current
  }
  return Math.min(max + 1, isBeginning ? Math.min(...last) : (last[width] ?? max + 1))
}
