/** Decides how much of a job's error may be shown. */

/** Enough for people to read; the log has the rest. */
const ERROR_TEXT_MAX = 300

const ADDRESS = /[^\s<>"'()]+@[^\s<>"'()]+/g
/** Provider keys, tokens of links and sessions: long, and without spaces. Our own ids (`ord_…`) are shorter. */
const SECRET = /\b(?:sk|rk|pk|whsec|re)_(?:live|test)_\w+|\b[\w-]{32,}\b/g
const URL_QUERY = /(https?:\/\/[^\s?]+)\?\S+/g

/** Returns the first line of an error without addresses, tokens and URL queries: jobs fail on all kinds of data. */
export function plainError(text: string | null): string {
  const [line = ''] = (text ?? '').split('\n')
  const safe = line.replace(URL_QUERY, '$1?…').replace(ADDRESS, '…@…').replace(SECRET, '…').trim()
  return safe.slice(0, ERROR_TEXT_MAX) || 'It did not end: its process stopped.'
}
