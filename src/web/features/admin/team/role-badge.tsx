/** A member's role; a framed word, because a role is not a state. */
export const RoleBadge = ({ children }: { children: string }) => (
  <span className="inline-block rounded-full border border-line bg-sunken px-2 text-xs/5 font-semibold whitespace-nowrap">
    {children}
  </span>
)
