import { isDeepStrictEqual } from 'node:util'
import type { FastifyPluginAsync } from 'fastify'
import { receiveSmsReply } from '#contract/messages/notifications.ts'
import { createMailbox, type Mailbox } from '#sandbox/mailbox/mailbox.ts'
import { createPhone, type Phone } from '#sandbox/mailbox/phone.ts'
import { createCardForm } from '#sandbox/stripe/browser-plugin.ts'
import { createStripeSandbox, type StripeSandbox } from '#sandbox/stripe/server.ts'
import { HANDLED_EVENTS } from '#server/features/payments/receive-webhook.ts'
import type { Connect, Gateways } from '#server/gateways/context.ts'
import { createSandboxEmail, type EmailGateway, NO_EMAIL } from '#server/gateways/email/email-gateway.ts'
import { createSmtpEmail } from '#server/gateways/email/smtp.ts'
import { createIssuer } from '#server/gateways/issuer/openid.ts'
import { createStripeGateway } from '#server/gateways/payments/stripe.ts'
import { createSandboxSms, NO_SMS, type SmsGateway } from '#server/gateways/sms/sms-gateway.ts'
import { createTwilioSms } from '#server/gateways/sms/twilio.ts'
import { createWebhookGateway } from '#server/gateways/webhooks/guarded.ts'
import { witnesses } from '#server/gateways/witnesses/witness-gateway.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/logging.ts'

export interface Sandbox {
  stripe?: StripeSandbox
  /** What browsers load for paying, at `/sandbox/stripe`, if another server than Stripe takes the cards. */
  cardForm?: FastifyPluginAsync
  mailbox?: Mailbox
  phone?: Phone
}

/**
 * Opens the sandboxes of what the environment does not connect, and returns what connects a node as its config says.
 * @param options.webhookUrl for the sandbox's events; null before listening
 */
export async function openOutside(options: {
  config: Config
  clock: Clock
  database: Database
  log: Log
  publicUrl: () => string
  webhookUrl: () => string | null
}) {
  const { config, database, log } = options
  const sandbox: Sandbox = {}
  const closing: (() => Promise<void>)[] = []

  let sandboxPayments: Gateways['payments'] = null
  if (config.stripeApiBase) sandbox.cardForm = await createCardForm(config.stripeApiBase)
  if (config.connections.cards === 'sandbox') {
    const stripe = await createStripeSandbox({
      pool: database.pool,
      webhookUrl: options.webhookUrl,
      log,
      now: () => options.clock.now(),
      webhookEvents: HANDLED_EVENTS,
    })
    sandbox.stripe = stripe
    sandbox.cardForm = stripe.browserPlugin
    closing.push(() => stripe.close())
    sandboxPayments = createStripeGateway({
      secretKey: stripe.secretKey,
      publishableKey: stripe.publishableKey,
      webhookSecret: stripe.webhookSecret,
      apiBase: () => `http://${stripe.host}:${stripe.port}`,
      sandboxUrl: () => `${options.publicUrl()}/sandbox/stripe`,
    })
  }

  let sandboxEmail = NO_EMAIL
  if (config.connections.mail === 'sandbox') {
    sandbox.mailbox = await createMailbox(database.pool, { hasPhone: config.connections.texts === 'sandbox' })
    sandboxEmail = createSandboxEmail(sandbox.mailbox)
  }

  let sandboxSms = NO_SMS
  if (config.connections.texts === 'sandbox') {
    // The phone keeps its texts with the emails, and its page links to theirs.
    sandbox.mailbox ??= await createMailbox(database.pool, { hasPhone: true })
    const phone = await createPhone(database.pool, sandbox.mailbox, {
      replyUrl: () => options.publicUrl() + receiveSmsReply.path,
      localOrigin: () => {
        const url = options.webhookUrl()
        return url && new URL(url).origin
      },
    })
    sandbox.phone = phone
    closing.push(() => phone.close())
    sandboxSms = createSandboxSms(phone, options.publicUrl)
  }
  const { mayCallLoopback, webhookHosts: hosts } = config
  const webhooks = createWebhookGateway({ mayCallLoopback })
  const storeWebhooks = createWebhookGateway({ mayCallLoopback, hosts })
  closing.push(webhooks.close, storeWebhooks.close)
  const issuer = config.oidc ? createIssuer(config.oidc) : null

  const payWith = ({ stripe, stripeApiBase: apiBase, connections }: Config) => {
    if (stripe) return createStripeGateway({ ...stripe, apiBase, sandboxUrl: () => apiBase ?? null })
    return connections.cards === 'sandbox' ? sandboxPayments : null
  }
  const mailWith = ({ smtpUrl: url, isProduction, connections }: Config): EmailGateway => {
    if (!url) return connections.mail === 'sandbox' ? sandboxEmail : NO_EMAIL
    const isKept = connections.mail === 'kept'
    const smtp = createSmtpEmail({ url, needsTls: isKept || isProduction, isGuarded: isKept && isProduction })
    closing.push(() => smtp.close())
    // What the sandbox took before is still deleted in time.
    return { ...smtp, forgetMails: sandboxEmail.forgetMails }
  }
  const textWith = ({ twilio, connections }: Config): SmsGateway => {
    if (!twilio) return connections.texts === 'sandbox' ? sandboxSms : NO_SMS
    return { ...createTwilioSms({ ...twilio, publicUrl: options.publicUrl }), forgetTexts: sandboxSms.forgetTexts }
  }
  const connect: Connect = (now, before) => {
    const keep = <Made>(
      factsOf: (config: Config) => unknown,
      made: Made | undefined,
      make: (config: Config) => Made,
    ) => (before && made !== undefined && isDeepStrictEqual(factsOf(before.config), factsOf(now)) ? made : make(now))
    const had = before?.gateways
    return {
      payments: keep((one) => [one.stripe, one.connections.cards], had?.payments, payWith),
      email: keep((one) => [one.smtpUrl, one.connections.mail], had?.email, mailWith),
      sms: keep((one) => [one.twilio, one.connections.texts], had?.sms, textWith),
      ...{ webhooks, storeWebhooks, witnesses, issuer },
    }
  }
  return {
    connect,
    sandbox,
    async close() {
      await Promise.all(closing.map((close) => close()))
    },
  }
}

export type Outside = Awaited<ReturnType<typeof openOutside>>
