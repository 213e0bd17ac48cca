/** Where most buyers have their mailbox. */
const DOMAINS = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'comcast.net',
  'verizon.net',
  'sbcglobal.net',
  'bellsouth.net',
]
/** They look like slips and are real. */
const OTHERS = ['mail.com', 'email.com', 'ymail.com']

/** Whether one letter is wrong, missing or too many, or two neighbors are swapped. */
function isOneSlip(typed: string, meant: string): boolean {
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start += 1
  let [typedEnd, meantEnd] = [typed.length, meant.length]
  while (typedEnd > start && meantEnd > start && typed[typedEnd - 1] === meant[meantEnd - 1]) {
    typedEnd -= 1
    meantEnd -= 1
  }
  const [wrong, right] = [typed.slice(start, typedEnd), meant.slice(start, meantEnd)]
  const isSwapped = wrong.length === 2 && right.length === 2 && wrong[0] === right[1] && wrong[1] === right[0]
  return isSwapped || (wrong.length <= 1 && right.length <= 1 && wrong !== right)
}

/** The address that was probably meant: `bob@gmail.com` for `bob@gmial.com`; null if the typed one looks right. */
export function likelyEmail(typed: string): string | null {
  const [, name, domain] = /^\s*([^@\s]+)@([^@\s]+?)\s*$/.exec(typed.toLowerCase()) ?? []
  if (!name || !domain || DOMAINS.includes(domain) || OTHERS.includes(domain)) return null
  const meant = DOMAINS.find((one) => isOneSlip(domain, one))
  return meant ? `${typed.trim().slice(0, name.length)}@${meant}` : null
}

/** Offers the address that was probably meant, below the field of one that looks mistyped. */
export const DidYouMean = ({ email, onUse }: { email: string | null; onUse: (email: string) => void }) => (
  <p
    role="status"
    className={email === null ? 'sr-only' : 'mt-1.5 rounded-md bg-attention-quiet px-3 py-1 text-sm text-attention'}
  >
    {email !== null && (
      <>
        Did you mean{' '}
        <button
          type="button"
          className="min-h-8 font-semibold text-accent underline underline-offset-2 wrap-anywhere"
          onClick={() => onUse(email)}
        >
          {email}
        </button>
        ?
      </>
    )}
  </p>
)
