/** What somebody is in the team; a word in a frame, because a role is no state. */
export function RoleBadge({ children }: { children: string }) {
  return (
    <span className="inline-block rounded-full border border-line bg-sunken px-2 text-xs/5 font-semibold whitespace-nowrap">
      {children}
    </span>
  )
}
