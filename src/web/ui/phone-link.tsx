/** The address that calls a phone number, or writes to it. */
export const callHref = (phone: string, how: 'tel' | 'sms' = 'tel'): string => `${how}:${phone.replace(/[^+\d]/g, '')}`

/** `(512) 555-0100`, however it was typed; foreign numbers as they were. */
export const phoneInWords = (number: string): string =>
  number.replace(/^(?:\+?1)?[ (.-]*([2-9]\d\d)[ ).-]*(\d{3})[ .-]*(\d{4})$/, '($1) $2-$3')

/** As high as a finger, without moving what is around it. */
const LOOK =
  'font-semibold text-accent underline underline-offset-2 pointer-coarse:-my-3 pointer-coarse:inline-block pointer-coarse:py-3'

/** A phone number to call. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={callHref(phone)} className={`figures whitespace-nowrap ${LOOK}`}>
    {phoneInWords(phone)}
  </a>
)

/** An address to write to. */
export const MailLink = ({ email }: { email: string }) => (
  <a href={`mailto:${email}`} className={LOOK}>
    {email}
  </a>
)
