/** The representative's note to the customer. Always rendered as text. */
export function SenderNote({ text, title }: { text: string; title: string }) {
  if (text.trim() === '') return null
  return (
    <section aria-label={title} className="border-l-2 border-accent pl-4 text-sm">
      <h2 className="font-semibold">{title}</h2>
      <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </section>
  )
}
