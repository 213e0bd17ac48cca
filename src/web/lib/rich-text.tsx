import type { ReactNode } from 'react'
import { type Inline, readRichText } from '#contract/legal/rich-text.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'

const LINK = 'text-accent underline underline-offset-2'

const inline = (content: readonly Inline[]): ReactNode[] =>
  content.map((part, index) => {
    const key = `${index} ${part.text}`
    if (part.kind === 'bold') return <strong key={key}>{part.text}</strong>
    if (part.kind === 'text') return part.text
    if (part.href.startsWith('/'))
      return (
        <a key={key} href={part.href} className={LINK}>
          {part.text}
        </a>
      )
    return (
      <ExternalLink key={key} href={part.href} className={LINK}>
        {part.text}
      </ExternalLink>
    )
  })

/** Shows a text in our subset of Markdown. It becomes elements, never HTML, so no text can do harm. */
export const RichText = ({ text }: { text: string }) => (
  <div className="grid max-w-[68ch] gap-4 wrap-anywhere">
    {readRichText(text).map((block, index) => {
      const key = `${index} ${block.kind}`
      if (block.kind === 'list') {
        const List = block.isNumbered ? 'ol' : 'ul'
        return (
          <List key={key} className={`grid gap-2 pl-5 ${block.isNumbered ? 'list-decimal' : 'list-disc'}`}>
            {block.items.map((item, place) => {
              const itemKey = `${place} ${item[0]?.text}`
              return <li key={itemKey}>{inline(item)}</li>
            })}
          </List>
        )
      }
      const content = inline(block.content)
      if (block.kind === 'paragraph') return <p key={key}>{content}</p>
      const Heading = block.kind === 'heading' ? 'h2' : 'h3'
      return (
        <Heading key={key} className="mt-4 break-after-avoid text-lg leading-snug font-semibold first:mt-0">
          {content}
        </Heading>
      )
    })}
  </div>
)
