import type { ReactNode } from 'react'

type PageFrameProps = { title: string; intro?: ReactNode; actions?: ReactNode; isNarrow?: boolean; children: ReactNode }

export const PageFrame = ({ title, intro, actions, isNarrow, children }: PageFrameProps) => (
  <div className={isNarrow ? 'page-width max-w-[720px]!' : 'page-width'}>
    <title>{title}</title>
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 pt-6 pb-5 sm:pt-10 sm:pb-8">
      <div>
        <h1 className="display text-2xl sm:text-3xl">{title}</h1>
        {intro && <p className="mt-2 max-w-[60ch] text-muted wrap-anywhere">{intro}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
    {children}
  </div>
)
