/** The kinds of settings: how each kind's value is checked and described. */

interface About {
  label: string
  help: string
  /** After the label: the unit, or that it may be empty. */
  note?: string
  maxLength?: number
}

export interface SettingKind<Value extends string | number> extends About {
  usual: Value
  inputMode?: 'decimal' | 'numeric' | 'email' | 'url'
  options?: readonly string[]
  optionWords?: Readonly<Record<string, string>>
  /** How many of its units a person enters as one; 1 if absent. */
  scale?: number
  /** Whether changing it needs the password again, because it affects money or sign-in and the screen may be unattended. */
  isProven?: boolean
  /** Returns what is wrong with a value, in a sentence that says what to enter; undefined if it can be saved. */
  problem(value: Value): string | undefined
  inWords(value: Value): string
}

/** Characters that would break a line, an email header or an HTML head. */
const UNSAFE = /[\p{Cc}\u2028\u2029<>"]/u

/** Returns what is wrong with one line of text of at most `max` characters. */
export function lineProblem(value: string, max: number): string | undefined {
  if (value.length > max) return `Enter at most ${max} characters.`
  return UNSAFE.test(value) ? 'Leave out line breaks, quotation marks and angle brackets.' : undefined
}

/** A text with its own rules. */
export function text(
  about: Omit<SettingKind<string>, 'inWords'> & Partial<Pick<SettingKind<string>, 'inWords'>>,
): SettingKind<string> {
  return { inWords: (value) => value || 'empty', ...about }
}

/** One of a list. */
export function choice(
  about: About & Pick<SettingKind<string>, 'usual' | 'isProven' | 'optionWords'>,
  options: readonly string[],
) {
  return text({
    ...about,
    options,
    inWords: (value) => about.optionWords?.[value] ?? value,
    problem: (value) => (options.includes(value) ? undefined : 'Choose one from the list.'),
  })
}

/** A count: of minutes, hours, days or buyers. */
export function count(
  about: About & {
    usual: number
    unit: 'minute' | 'hour' | 'day' | 'buyer'
    max: number
    min?: number
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

/** A share in basis points; people enter percent. */
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
