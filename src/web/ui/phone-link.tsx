/** The address that calls a phone number. */
export const callHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`

/** A phone number to call, as it was typed. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a
    href={callHref(phone)}
    className="figures font-semibold whitespace-nowrap text-accent underline underline-offset-2"
  >
    {phone}
  </a>
)
