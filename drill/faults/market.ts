/** Buyers who keep buying through a fault, and a record of what they were told. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, Shopper } from '#testing/faults/shopper.ts'
import type { CardServer } from './card-server.ts'
import { PACKAGES } from './world.ts'

/** A buyer's browser gives up on a call after this. */
const PATIENCE_MS = 60_000
const BETWEEN_TRIES_MS = 100
/** A buyer rests between two orders: if buyers were faster than the emails, this would only show that a queue grows. */
const BETWEEN_ORDERS_MS = 1_000

/** A buyer who pays at the card server outside the store. */
export class CardShopper extends Shopper {
  readonly #cards: CardServer

  constructor(url: string, cards: CardServer) {
    super(url)
    this.#cards = cards
  }

  override async confirm(payment: { paymentId: string; clientSecret: string }): Promise<Answer> {
    const response = await fetch(`${this.#cards.browserUrl}/v1/payment_intents/${payment.paymentId}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#cards.publishableKey}` },
      body: new URLSearchParams({ client_secret: payment.clientSecret, payment_method: 'pm_card_visa' }),
    })
    return { status: response.status, body: await response.json() }
  }
}

export class Market {
  begun = 0
  /** Orders that a buyer was told are paid, with the buyer's address. */
  readonly told = new Map<string, string>()
  /** When their buyers began and when they were told, in milliseconds on the clock of the process. */
  readonly sales: { begunAt: number; toldAt: number }[] = []
  /** Whole seconds of the run in which some call was refused or got no answer. */
  readonly refusedSeconds = new Set<number>()
  /** How often each reply came that a buyer should not see, such as `reserve 500`. */
  readonly surprises: Record<string, number> = {}
  /** How often each call ended how, such as `reserve 503` or `open no answer`. */
  readonly answers: Record<string, number> = {}
  isClosing = false
  readonly #urls: () => readonly string[]
  readonly #cards: CardServer
  readonly #buyers: Promise<unknown>[] = []

  /** @param urls where the store is now; each call goes to one of them */
  constructor(urls: () => readonly string[], cards: CardServer) {
    this.#urls = urls
    this.#cards = cards
  }

  /** Starts this many buyers, each with one order after another. */
  open(buyers: number): void {
    for (let buyer = 0; buyer < buyers; buyer += 1) this.#buyers.push(this.#buyAgainAndAgain())
  }

  /** Lets everyone finish what they are doing. */
  async close(): Promise<void> {
    this.isClosing = true
    await Promise.all(this.#buyers)
  }

  async #buyAgainAndAgain(): Promise<void> {
    while (!this.isClosing) {
      await this.buy({ closesEarly: Math.random() < 0.2 })
      await wait(BETWEEN_ORDERS_MS)
    }
  }

  /**
   * One order from hold to receipt.
   *
   * @param options.paysAfter between the opened payment and the card
   * @returns the order's id, once its buyer was told; null if nothing came of it
   */
  async buy({ closesEarly = false, isPatient = false, paysAfter = Promise.resolve() } = {}): Promise<string | null> {
    const shopper = new CardShopper(this.#draw(), this.#cards)
    this.begun += 1
    const begunAt = performance.now()
    const packageId = PACKAGES[this.begun % PACKAGES.length] as string
    const persist = (step: string, call: () => Promise<Answer>) => this.#persist(shopper, step, call, isPatient)
    if ((await persist('reserve', () => shopper.reserve(packageId)))?.status !== 200) return null
    const opened = await persist('open', () => shopper.openPayment())
    if (opened?.status !== 200) return null
    await paysAfter
    const confirmed = await persist('confirm', () => shopper.confirm(opened.body))
    if (!confirmed || closesEarly) return null
    const order = await persist('record', () => shopper.recordOrder(opened.body.paymentId))
    if (order?.status !== 200 || order.body.status !== 'completed') return null
    this.told.set(order.body.id, shopper.contactInfo.email)
    this.sales.push({ begunAt, toldAt: performance.now() })
    return order.body.id
  }

  /** What buyers saw that they should not, one sentence each. */
  faults(): string[] {
    return Object.entries(this.surprises).map(([what, times]) => `${times} × a buyer saw ${what}`)
  }

  #draw(): string {
    const urls = this.#urls()
    return urls[Math.floor(Math.random() * urls.length)] ?? 'http://127.0.0.1:1'
  }

  /** Repeats a step until it works or the market closes. */
  async #persist(
    shopper: Shopper,
    step: string,
    call: () => Promise<Answer>,
    isPatient: boolean,
  ): Promise<Answer | null> {
    while (!this.isClosing || isPatient) {
      shopper.url = this.#draw()
      const outcome = await Promise.race([call().catch(() => null), wait(PATIENCE_MS, null, { ref: false })])
      const answer = `${step} ${outcome?.status ?? 'no answer'}`
      this.answers[answer] = (this.answers[answer] ?? 0) + 1
      if (outcome && outcome.status < 500) return outcome
      this.refusedSeconds.add(Math.floor(performance.now() / 1_000))
      if (outcome && outcome.status !== 503) {
        const key = `${step} ${outcome.status} ${outcome.body?.code ?? ''}`
        this.surprises[key] = (this.surprises[key] ?? 0) + 1
      }
      await wait(BETWEEN_TRIES_MS)
    }
    return null
  }
}
