import type { FastifyPluginAsync } from 'fastify'
import { receiveSmsReply } from '#contract/messages/notifications.ts'
import { createMailbox, type Mailbox } from '#sandbox/mailbox/mailbox.ts'
import { createPhone, type Phone } from '#sandbox/mailbox/phone.ts'
import { createCardForm } from '#sandbox/stripe/browser-plugin.ts'
import { createStripeSandbox, type StripeSandbox } from '#sandbox/stripe/server.ts'
import { HANDLED_EVENTS } from '#server/features/payments/receive-webhook.ts'
import type { Gateways } from '#server/gateways/context.ts'
import { createSandboxEmail } from '#server/gateways/email/email-gateway.ts'
import { createSmtpEmail } from '#server/gateways/email/smtp.ts'
import { createIssuer } from '#server/gateways/issuer/openid.ts'
import { createStripeGateway } from '#server/gateways/payments/stripe.ts'
import { createSandboxSms } from '#server/gateways/sms/sms-gateway.ts'
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

/** Opens what has keys, otherwise sandboxes. @param options.webhookUrl for the sandbox's events; null before listening */
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

  let payments: Gateways['payments'] = null
  if (config.stripe) {
    const { stripeApiBase: apiBase } = config
    payments = createStripeGateway({ ...config.stripe, apiBase, sandboxUrl: () => apiBase ?? null })
    if (apiBase) sandbox.cardForm = await createCardForm(apiBase)
  } else if (config.isSandboxAllowed) {
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
    payments = createStripeGateway({
      secretKey: stripe.secretKey,
      publishableKey: stripe.publishableKey,
      webhookSecret: stripe.webhookSecret,
      apiBase: () => `http://${stripe.host}:${stripe.port}`,
      sandboxUrl: () => `${options.publicUrl()}/sandbox/stripe`,
    })
  }

  let email: Gateways['email']
  if (config.smtpUrl) email = createSmtpEmail({ url: config.smtpUrl, needsTls: config.isProduction })
  else {
    sandbox.mailbox = await createMailbox(database.pool, { hasPhone: !config.twilio })
    email = createSandboxEmail(sandbox.mailbox)
  }
  closing.push(() => email.close())

  let sms: Gateways['sms']
  if (config.twilio) sms = createTwilioSms({ ...config.twilio, publicUrl: options.publicUrl })
  else {
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
    sms = createSandboxSms(phone, options.publicUrl)
  }
  const webhooks = createWebhookGateway({ mayCallLoopback: config.mayCallLoopback })
  closing.push(() => webhooks.close())
  const issuer = config.oidc ? createIssuer(config.oidc) : null
  const gateways: Gateways = { payments, email, sms, webhooks, witnesses, issuer }
  return {
    gateways,
    sandbox,
    async close() {
      await Promise.all(closing.map((close) => close()))
    },
  }
}

export type Outside = Awaited<ReturnType<typeof openOutside>>
