/** The rules for commit messages. Pure, so that the check of the history and the one before a commit agree. */

export const TITLE_MAX = 65
/** Shorter reasons say nothing ("Why: fix"). */
const REASON_MIN = 30
const PROOF_MIN = 10
/** Verbs whose base form looks like a past tense, a participle or a third person. */
const BASE_FORMS =
  /^(?:Access|Address|Assess|Bring|Bypass|Canvas|Cross|Compress|Discuss|Dismiss|Embed|Express|Feed|Focus|Guess|Heed|Miss|Need|Pass|Ping|Press|Process|Proceed|Seed|Shed|Speed|String|Succeed|Suppress|Surpass|Toss|Weed|Witness)$/

/**
 * Finds what is wrong with a commit message. It needs an imperative title of at most `TITLE_MAX` characters, a blank
 * line, the reason for the change, and a line `Checked: …` that says how it was seen to work.
 * @param message the whole message; lines that start with `#` are git's own
 * @returns one sentence per fault, none if the message is fine
 */
export function commitFaults(message: string): string[] {
  const [title = '', blank = '', ...body] = message
    .replace(/^#.*\n?/gm, '')
    .trim()
    .split('\n')
  const faults: string[] = []
  if (title.length > TITLE_MAX) faults.push(`the title has ${title.length} characters, at most ${TITLE_MAX}`)
  const [verb = ''] = title.split(' ')
  if (!/^[A-Z][a-z]+$/.test(verb) || (/(?:ed|ing|s)$/.test(verb) && !BASE_FORMS.test(verb)))
    faults.push(`the title begins with "${verb}", not with a verb in the imperative`)
  if (title.endsWith('.')) faults.push('the title ends with a period')
  if (blank !== '') faults.push('the second line is not blank')
  const proof = body.find((line) => line.startsWith('Checked: ')) ?? ''
  if (proof.length < 'Checked: '.length + PROOF_MIN)
    faults.push('no line "Checked: …" says how the change was seen to work')
  const reason = body.filter((line) => !/^[A-Z][\w-]*: /.test(line)).join(' ')
  if (reason.trim().length < REASON_MIN) faults.push('the body does not say why')
  return faults
}
