import type { Config, PlatformContext, RequestContext } from '#server/platform/context.ts'
import type { EmailGateway } from './email/email-gateway.ts'
import type { IssuerGateway } from './issuer/openid.ts'
import type { PaymentGateway } from './payments/payment-gateway.ts'
import type { SmsGateway } from './sms/sms-gateway.ts'
import type { WebhookGateway } from './webhooks/guarded.ts'
import type { WitnessGateway } from './witnesses/witness-gateway.ts'

export interface Gateways {
  /** Null if card payments are not possible (keys missing in production). */
  readonly payments: PaymentGateway | null
  readonly email: EmailGateway
  readonly sms: SmsGateway
  readonly webhooks: WebhookGateway
  /** For the store's own, which may also call hosts that the owner lists. */
  readonly storeWebhooks: WebhookGateway
  readonly witnesses: WitnessGateway
  readonly issuer: IssuerGateway | null
}

/** The gateways that a config asks for. @param before what it does not change is kept, with its open connections */
export type Connect = (config: Config, before?: { config: Config; gateways: Gateways }) => Gateways

interface OutsideWorld {
  /** As they were when the request or the job began: it ends at the provider where it began. */
  readonly gateways: Gateways
  /** The base of every link in an email or text; never taken from a request. */
  readonly publicUrl: string
}

export interface Context extends PlatformContext, OutsideWorld {}

export interface WebContext extends RequestContext, OutsideWorld {}
