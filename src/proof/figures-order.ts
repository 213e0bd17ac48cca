/** Checks that a log states each day's figures once, in order, so that none can be restated later. */
import { FIGURES_PREFIX, readFiguresEntry } from './figures-entry.ts'

/** Reads the statements of a log in order. */
export class FiguresOrder {
  /** The last day whose figures were stated. */
  #last = ''

  /** Checks one statement. @returns what is wrong with it, in sentences; none for other statements */
  check(text: string, index: number): string[] {
    if (!text.startsWith(FIGURES_PREFIX)) return []
    const day = readFiguresEntry(text)?.day
    if (day === undefined) return [`Entry ${index} looks like the figures of a day and is not.`]
    if (day <= this.#last) return [`Entry ${index} has figures of ${day} after those of ${this.#last}.`]
    this.#last = day
    return []
  }
}
