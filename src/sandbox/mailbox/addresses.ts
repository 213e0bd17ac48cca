/** `Ada <Ada@Example.com>` and `ada@example.com` are the same mailbox. */
export function bareAddress(address: string): string {
  return (/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase()
}
