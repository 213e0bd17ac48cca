import type { ReactNode } from 'react'

/** A page with one form: a sheet in the middle. Such pages stay out of search engines. */
export const AccountFrame = ({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) => (
  <div className="page-width max-w-[30rem]! py-10 sm:py-16">
    <title>{title}</title>
    <meta name="robots" content="noindex" />
    <h1 className="display text-2xl sm:text-3xl">{title}</h1>
    {intro && <p className="mt-2 text-muted">{intro}</p>}
    <div className="mt-6 rounded-md border border-line bg-surface p-5 shadow-sheet sm:p-6">{children}</div>
  </div>
)

/** What the pages about forgotten passwords say in a store without passwords. */
export const NoPasswords = () => <p>Passwords are turned off here. Log in with your company account or a passkey.</p>
