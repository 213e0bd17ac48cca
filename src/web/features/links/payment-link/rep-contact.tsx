interface RepContactProps {
  /** Before the name, such as "From". */
  lead: string
  repName: string
  repPhone: string
}

/** Who sent a link, and the number to call. */
export function RepContact({ lead, repName, repPhone }: RepContactProps) {
  return (
    <>
      {repName && (
        <>
          {lead} <bdi className="font-semibold text-ink wrap-anywhere">{repName}</bdi>
        </>
      )}
      {repName && repPhone && ' · '}
      {repPhone && (
        <a
          href={`tel:${repPhone.replace(/[^+\d]/g, '')}`}
          className="figures font-semibold whitespace-nowrap text-accent underline underline-offset-2"
        >
          {repPhone}
        </a>
      )}
    </>
  )
}
