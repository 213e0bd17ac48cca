/** The kinds of settings: how a value of each is checked and said in words. */

/** What every setting says of itself. */
interface About {
  /** By which people know it. */
  label: string
  /** Under the field. */
  help: string
  /** Said after the label: the unit, or that it may stay empty. */
  note?: string
  maxLength?: number
}

export interface SettingKind<Value extends string | number> extends About {
  /** What the store starts with where no variable of the environment says otherwise. */
  usual: Value
  inputMode?: 'decimal' | 'numeric' | 'email' | 'url'
  /** Where one of a list is chosen. */
  options?: readonly string[]
  /** How many of its units a person types as one; 1 when left out. */
  scale?: number
  /** Whether changing it needs the password again: money or sign-in would be in the hands of anyone at an open screen. */
  isProven?: boolean
  /** What is wrong with a value, in a sentence that says what to enter; undefined when it can be saved. */
  problem(value: Value): string | undefined
  /** A value as lists and the log show it. */
  inWords(value: Value): string
}

/** What would break a line, a mail's header or a page's head. */
const UNSAFE = /[\p{Cc}\u2028\u2029<>"]/u

/** What is wrong with one line of text that has at most `max` characters. */
export function lineProblem(value: string, max: number): string | undefined {
  if (value.length > max) return `Enter at most ${max} characters.`
  return UNSAFE.test(value) ? 'Leave out line breaks, quotation marks and angle brackets.' : undefined
}

/** A text with rules of its own. */
export function text(
  about: Omit<SettingKind<string>, 'inWords'> & Partial<Pick<SettingKind<string>, 'inWords'>>,
): SettingKind<string> {
  return { inWords: (value) => value || 'empty', ...about }
}

/** One of a list. */
export function choice(about: About & Pick<SettingKind<string>, 'usual' | 'isProven'>, options: readonly string[]) {
  return text({
    ...about,
    options,
    problem: (value) => (options.includes(value) ? undefined : 'Choose one of the list.'),
  })
}

/** A number of things: of minutes, hours, days or buyers. */
export function count(
  about: About & {
    usual: number
    unit: 'minute' | 'hour' | 'day' | 'buyer'
    max: number
    min?: number
    /** Half ones count too. */
    hasHalves?: boolean
  },
): SettingKind<number> {
  const { unit, max, min = 1, hasHalves = false, ...rest } = about
  const whole = { minute: 'whole or half minutes', hour: 'whole hours', day: 'whole days', buyer: 'a whole number' }[
    unit
  ]
  return {
    ...rest,
    note: rest.note ?? `${unit}s, ${min} to ${max}`,
    inputMode: hasHalves ? 'decimal' : 'numeric',
    problem(value) {
      if (!(value >= min && value <= max)) return `Enter ${min} to ${max} ${unit}s.`
      return Number.isInteger(hasHalves ? value * 2 : value) ? undefined : `Enter ${whole}.`
    },
    inWords: (value) => (value === 1 ? `1 ${unit}` : `${value} ${unit}s`),
  }
}

/** A part of an amount, in hundredths of a percent; people type percent. */
export function rate(about: About & { usual: number }): SettingKind<number> {
  return {
    ...about,
    inputMode: 'decimal',
    maxLength: 6,
    scale: 100,
    problem: (value) =>
      value >= 0 && value <= 10_000 && Number.isInteger(value)
        ? undefined
        : 'Enter 0 to 100 percent, with two decimals at most.',
    inWords: (value) => `${value / 100}%`,
  }
}
