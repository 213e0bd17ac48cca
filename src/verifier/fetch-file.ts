import { ProofError } from '#proof/verify-log.ts'

/** Fetches a file of a published log. Follows no redirect: the address is what someone trusts. @throws ProofError */
export async function fetchFile(url: string): Promise<Uint8Array> {
  const reply = await fetch(url, { redirect: 'error' }).catch(() => null)
  if (!reply?.ok) throw new ProofError(`${url} ${reply ? `answered with ${reply.status}` : 'cannot be reached'}.`)
  return new Uint8Array(await reply.arrayBuffer())
}
