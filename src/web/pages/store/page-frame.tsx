import type { ReactNode } from 'react'

interface PageFrameProps {
  title: string
  /** The browser tab's title, if it says more than the page's. */
  tabTitle?: string | undefined
  intro?: ReactNode
  /** At the right of the title, such as buttons. */
  actions?: ReactNode
  isNarrow?: boolean
  children: ReactNode
}

/** The frame most pages share: one title, what it is about, what can be done, and the content. */
export function PageFrame({ title, tabTitle = title, intro, actions, isNarrow, children }: PageFrameProps) {
  return (
    <div className={isNarrow ? 'page-width max-w-[720px]!' : 'page-width'}>
      <title>{tabTitle}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-8 pb-6 sm:pt-10 sm:pb-8">
        <div>
          <h1 className="display text-3xl">{title}</h1>
          {intro && <p className="mt-2 max-w-[60ch] text-muted">{intro}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
