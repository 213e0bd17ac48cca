import { type ReactNode, useEffect, useRef } from 'react'

/** A page's first title, or the first inside a dialog that has one already. */
export type TitleTag = 'h1' | 'h2'

/** The title of what a link shows. If it replaces another view, it takes the focus, so reading continues there. */
export function ViewTitle(props: { tag: TitleTag; takesFocus?: boolean; children: ReactNode }) {
  const { tag: Tag, takesFocus, children } = props
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])
  return (
    <>
      {Tag === 'h1' && <title>{String(children)}</title>}
      <Tag ref={title} tabIndex={-1} className="display text-3xl">
        {children}
      </Tag>
    </>
  )
}
