/** A phone number to call, as it was typed. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a
      href={`tel:${phone.replace(/[^+\d]/g, '')}`}
      className="figures font-semibold whitespace-nowrap text-accent underline underline-offset-2"
    >
      {phone}
    </a>
  )
}
