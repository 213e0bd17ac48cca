/** Formats the phone numbers of leads. */

/** What kinds of phones are called. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['mobile', 'mobile'],
  ['landline', 'landline'],
  ['voip', 'VoIP'],
])

/** `(512) 555-0100`; foreign numbers as they are dialed. */
export function phoneInWords(number: string): string {
  const own = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number)
  return own ? `(${own[1]}) ${own[2]}-${own[3]}` : number
}

/** `(512) 555-0100, VoIP, do not call`; without the kind if unknown. */
export function phoneWords(phone: { number: string; kind: string; isDoNotCall: boolean }): string {
  const { number, kind, isDoNotCall } = phone
  return [phoneInWords(number), KINDS.get(kind), isDoNotCall && 'do not call'].filter(Boolean).join(', ')
}
