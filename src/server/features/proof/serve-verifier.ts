/**
 * Serves what buyers check their proofs with, and the policy that the store publishes: `/verify` in the browser, the
 * same page as a file to keep, and a program. None of them contacts the store again.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { formatVerifierKey } from '#proof/checkpoint.ts'
import type { Context } from '#server/gateways/context.ts'
import { minutes } from '#server/platform/clock.ts'
import { scriptJson } from '#server/platform/http/page-head.ts'
import { readLogKeys } from './log-keys.ts'
import { policyText, readWitnessLines } from './publish-log.ts'

type PageContext = Pick<Context, 'clock' | 'config' | 'publicUrl'>

const STORE_MARK = '"{store}"'
/** The placeholder for the page's policy, which applies wherever the page is opened from. */
const OWN_POLICY = /http-equiv="Content-Security-Policy" content="([^"]+)"/
/** The keys are read from a file, and anyone may request them. */
const POLICY_KEPT_MS = minutes(1)

/** What anyone needs to check this store's logs, the open one first; null without a log, or without its keys here. */
async function readPolicyText({ config }: PageContext): Promise<string | null> {
  try {
    const keys = config.logKeysFile ? await readLogKeys(config.logKeysFile) : null
    return keys && policyText([formatVerifierKey(keys.verifier), ...keys.closed], await readWitnessLines({ config }))
  } catch {
    // The page works without it. The job that publishes the log reports why the files cannot be read.
    return null
  }
}

function keepPolicy(makeContext: () => PageContext): () => Promise<string | null> {
  let kept: { text: Promise<string | null>; untilMs: number } | null = null
  return () => {
    const ctx = makeContext()
    const nowMs = ctx.clock.now().getTime()
    if (!kept || kept.untilMs <= nowMs) kept = { text: readPolicyText(ctx), untilMs: nowMs + POLICY_KEPT_MS }
    return kept.text
  }
}

const readBuilt = (folder: string, name: string): Promise<string | null> =>
  readFile(join(folder, '.verifier', name), 'utf8').catch(() => null)

/** Adds the routes; those of files that are not built are missing. @param folder of the built web side */
export async function serveVerifier(
  app: FastifyInstance,
  { folder, makeContext }: { folder: string; makeContext: () => PageContext },
): Promise<void> {
  const readPolicy = keepPolicy(makeContext)
  const hidden = { schema: { hide: true } }
  app.get('/log/policy', hidden, async (_request, reply) => {
    const policy = await readPolicy()
    return reply
      .code(policy === null ? 404 : 200)
      .header('cache-control', 'public, max-age=60')
      .type('text/plain; charset=utf-8')
      .send(policy ?? 'This store has no log yet.\n')
  })

  const page = await readBuilt(folder, 'verify.html')
  const ownPolicy = OWN_POLICY.exec(page ?? '')?.[1]
  if (page !== null && ownPolicy) {
    const send = async (reply: FastifyReply) => {
      const { clock, config, publicUrl } = makeContext()
      const servedAt = Math.floor(clock.now().getTime() / 1_000)
      const store = { name: config.brand.name, url: publicUrl, policy: await readPolicy(), servedAt }
      return reply
        .header('content-security-policy', `${ownPolicy}; frame-ancestors 'none'`)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(page.replace(STORE_MARK, () => scriptJson(store)))
    }
    app.get('/verify', hidden, (_request, reply) => send(reply))
    app.get('/verify.html', hidden, (_request, reply) =>
      send(reply.header('content-disposition', 'attachment; filename="verify.html"')),
    )
  }

  const program = await readBuilt(folder, 'verify.mjs')
  if (program !== null)
    app.get('/verify.mjs', hidden, async (_request, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="verify.mjs"')
        .header('cache-control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(program),
    )
}
