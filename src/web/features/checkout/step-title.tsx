import { type ReactNode, useEffect, useRef } from 'react'

/** The title of a step inside the dialog. It takes the focus when the step appears, so reading continues there. */
export function StepTitle({ id, children }: { id?: string; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 ref={title} id={id} tabIndex={-1} className="display text-xl">
      {children}
    </h3>
  )
}
