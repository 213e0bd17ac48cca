/** A valid request for every endpoint, for tests that go through all of them: access, malformed bodies, other sites. */
import { ALL_ENDPOINTS, type NamedEndpoint } from '#contract/all-endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'

export const SAMPLE_PACKAGE = '48453-vacant-standard-100'

const SAMPLE_PARAMS: Readonly<Record<string, string>> = {
  connection: 'cards',
  state: 'Texas',
  county: 'Travis',
  packageId: SAMPLE_PACKAGE,
  token: 'no-such-token-000000000000',
  reference: 'LY-22222222',
  deskSessionId: `dks_${'0'.repeat(22)}`,
  restockRequestId: `rsr_${'0'.repeat(22)}`,
  ownListId: `own_${'0'.repeat(22)}`,
  checkoutSessionId: `cks_${'0'.repeat(22)}`,
  webhookId: `whk_${'0'.repeat(22)}`,
  sessionId: `ses_${'0'.repeat(22)}`,
  customerId: `cus_${'0'.repeat(22)}`,
  paymentRequestId: `prq_${'0'.repeat(22)}`,
  orderId: `ord_${'0'.repeat(22)}`,
  attemptId: 'attempt-0007',
  changeId: `prc_${'0'.repeat(22)}`,
  offerId: `off_${'0'.repeat(22)}`,
  userId: `usr_${'0'.repeat(22)}`,
  holdId: `hld_${'0'.repeat(22)}`,
  importId: `sti_${'0'.repeat(22)}`,
  partNumber: '0',
  lineNumber: '1',
  leadId: '1',
  fileId: `clf_${'0'.repeat(22)}`,
  step: 'prices',
  viewId: `svw_${'0'.repeat(22)}`,
  messageId: `order_confirmation.ord_${'0'.repeat(22)}`,
  jobId: '999999999',
  keyId: `key_${'0'.repeat(22)}`,
  paymentId: 'pi_unknown',
  passkeyId: `psk_${'0'.repeat(22)}`,
  refundId: `rfd_${'0'.repeat(22)}`,
  disputeId: 'dp_none',
  day: '2026-01-31',
  part: 'stock',
  name: 'terms',
}

const contactInfo = {
  fullName: 'Sam Sample',
  email: 'sam@example.com',
  businessName: 'Sample LLC',
  cellPhone: '555-0100',
  address: '1 Main St',
}
const line = {
  tier: 'standard',
  size: 100,
  price: 279,
  leadType: 'vacant',
  connection: 'cards',
  state: 'Texas',
  county: 'Travis',
  deliveryMethod: 'email',
}

const customer = {
  name: 'Sam Sample',
  email: 'sam@example.com',
  phone: '555-0100',
  address: '1 Main St',
  businessName: 'Sample LLC',
}

const evidence = {
  customer_name: 'Sam Sample',
  customer_email_address: 'sam@example.com',
  service_date: '2026-11-21',
  product_description: '100 leads of vacant houses in Travis, Texas.',
  access_activity_log: 'The confirmation was handed over to their mail server.',
  uncategorized_text: 'Receipt LY-22222222.',
}

const invoice = {
  contactInfo,
  cartItems: [line],
  total: '279.00',
  specialOffers: 'As discussed on the phone.',
  attemptId: 'attempt-0002',
  isReminderOn: true,
}

const packageScope = {
  areas: [
    { state: 'Delaware', county: null },
    { state: 'Texas', county: 'Travis' },
  ],
  leadTypes: ['vacant'],
  tiers: ['standard'],
  sizes: [100],
}

const offer = {
  name: 'Spring in Texas',
  kind: 'percentage',
  value: 10,
  leadTypes: ['vacant'],
  tiers: [],
  sizes: [20, 100],
  states: ['Texas'],
  startsAt: '2099-03-01T05:00:00.000Z',
  endsAt: '2099-06-01T05:00:00.000Z',
  usesMax: 100,
  usesPerCustomerMax: 1,
  isCombinable: true,
}

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const assertion = {
  ...credential,
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
}

const SAMPLE_BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  reservePackage: { quantity: 1 },
  releasePackage: { quantity: 1, holdId: `hld_${'0'.repeat(22)}` },
  setAvailability: { available: 5, reason: 'counted again', expected: 5 },
  createImport: { kind: 'leads', source: 'County records', fileName: 'leads.csv', fileBytes: 1200 },
  checkImport: { mapping: { address: { column: 'Address' } } },
  createOwnListImport: { source: '', fileName: 'mine.csv', fileBytes: 1200 },
  checkOwnListFile: { mapping: { address: { column: 'Address' } } },
  applyOwnListImport: { name: 'My leads' },
  makeDeskKey: { name: 'Zapier', scopes: ['orders:read'] },
  makeOwnKey: { name: 'Reports', scopes: ['read'] },
  saveView: { list: 'orders', name: 'Refunded', query: 'status=refunded' },
  renameView: { name: 'Paid' },
  confirmSetupStep: { isConfirmed: true },
  tryConnection: { values: {} },
  keepConnection: { values: {} },
  previewStock: { scope: packageScope, step: { kind: 'at_least', value: 5 }, from: 100 },
  changeStock: {
    attemptId: 'attempt-0008',
    scope: packageScope,
    step: { kind: 'add', value: -1 },
    seen: '0',
    reason: 'counted again',
  },
  releaseStuckHold: { reason: 'The buyer is gone.' },
  addToCart: { packageId: SAMPLE_PACKAGE, deliveryMethod: 'sms', holdId: `hld_${'0'.repeat(22)}` },
  createPaymentIntent: {
    amount: 279,
    contactInfo,
    cartItems: [line],
    paymentType: 'order',
    token: 'no-such-token',
    attemptId: 'attempt-0001',
  },
  createCheckoutSession: { lines: [{ packageId: SAMPLE_PACKAGE }], fullName: 'Bea Buyer', cellPhone: '5125550100' },
  openCheckoutSession: { token: 'no-such-token' },
  startCashAppOrder: { amount: 279, contactInfo, cartItems: [line] },
  verifyCashAppOrder: { note: 'transfer #4711' },
  rejectCashAppOrder: { reason: 'No transfer with this note came.' },
  recordOrder: {
    userId: 1,
    total: '279.00',
    status: 'completed',
    paymentMethod: 'stripe',
    contactInfo,
    cartItems: [line],
    specialOffers: {},
    paymentId: 'pi_unknown',
  },
  verifyEmail: { token: 'no-such-token' },
  previewPrices: { scope: packageScope, step: { kind: 'percent', value: 5, ending: '.99' }, from: 100 },
  changePrices: {
    attemptId: 'attempt-0005',
    scope: packageScope,
    step: { kind: 'set', value: 289 },
    seen: 'x',
    startsAt: '2099-01-01T05:00:00.000Z',
    note: 'New year.',
  },
  changePrice: { leadType: 'vacant', tier: 'standard', size: 100, basePrice: '279.00' },
  previewOffer: offer,
  createOffer: { ...offer, attemptId: 'attempt-0008' },
  updateOffer: { ...offer, revision: 1 },
  switchOffer: { isActive: true },
  sendInvoice: invoice,
  createPaymentRequest: { ...invoice, attemptId: 'attempt-0003' },
  payPaymentRequest: { paymentId: 'pi_unknown' },
  resendPaymentRequest: { total: '279.00' },
  setReminder: { isReminderOn: false },
  markPaymentRequestPaid: { reference: 'check #4711' },
  createMember: { username: 'Nora New', email: 'nora@example.com', password: 'granite-otter-58', role: 'sales' },
  updateMember: { username: 'Nora New', email: 'nora@example.com', phone: '555-0100' },
  mailPayReport: { startDate: '2026-11-01', endDate: '2026-11-30', attemptId: 'attempt-0006' },
  setCommission: { rate: 12.5 },
  publishLegalText: { text: 'You pay once.', before: 1 },
  saveSettings: { changes: [{ name: 'holdMinutes', before: 30, after: 20 }] },
  saveEvidence: { evidence, version: 0 },
  submitEvidence: { version: 1 },
  refundOrder: {
    attemptId: 'attempt-0004',
    reason: 'The buyer changed their mind.',
    lines: [{ lineNumber: 1, amount: '10.00', isReturned: false }],
  },
  sendDeskCode: { email: 'sam@example.com' },
  openDesk: { codeId: 'dkc_0000000000000000000000', code: '222222' },
  askForRestock: { packageId: SAMPLE_PACKAGE, email: 'sam@example.com' },
  confirmRestock: { secret: 'no-such-secret' },
  endRestock: { secret: 'no-such-secret' },
  addWebhook: { url: 'https://example.com/hook', eventTypes: ['delivery.ready'] },
  connectFollowUpBoss: { apiKey: 'fka_0000000000' },
  updateWebhook: { eventTypes: ['delivery.ready'], isOn: true },
  replayWebhookEvents: { eventId: `evt_${'0'.repeat(22)}` },
  addStoreWebhook: { url: 'https://example.com/hook', eventTypes: ['order.paid'] },
  updateStoreWebhook: { eventTypes: ['order.paid'], isOn: true },
  replayStoreWebhookEvents: { eventId: `evt_${'0'.repeat(22)}` },
  openDeskByLink: { secret: 'no-such-secret' },
  sendCreditCode: { email: 'sam@example.com' },
  openCredit: { email: 'sam@example.com', code: '000000' },
  changeCredit: {
    attemptId: 'attempt-0041',
    change: 'grant',
    amount: '5.00',
    reason: 'The file had to be sent twice.',
  },
  optOut: { street: '12 Oak Street', city: 'Austin', state: 'TX', zip: '78701', email: 'owner@example.com' },
  confirmOptOut: { token: 'no-such-token' },
  undoOptOut: { street: '12 Oak Street', zip: '78701', reason: 'They asked for the neighbor.' },
  findLeads: { street: '12 Oak Street', zip: '78701' },
  lookAtLead: { reason: 'Its owner called.' },
  suppressLead: { reason: 'Its owner called.' },
  previewBacking: { state: 'Texas', county: 'Travis', leadType: 'vacant', isBacked: false },
  switchBacking: { state: 'Texas', county: 'Travis', leadType: 'vacant', isBacked: false, reason: 'Counted again.' },
  lookAtDelivery: { reason: 'The bank asks what was delivered.' },
  markDelivered: { note: 'Handed over by phone.' },
  sendDeliveryAgain: { attemptId: 'attempt-0037' },
  markLead: { mark: 'called' },
  makeClaims: { lineNumber: 1, leadIds: ['1'], reason: 'wrong_number', note: 'No one answers.' },
  answerClaims: { orderId: `ord_${'0'.repeat(22)}`, leadIds: ['1'], isGranted: true },
  settleShortfall: { missing: 1, note: 'Gave a part of the money back.' },
  resendMessage: { attemptId: 'attempt-0040' },
  giveUpJob: { reason: 'The order was settled by hand.' },
  settleRefund: { reference: 're_sample' },
  createCustomer: { ...customer, notes: 'Calls back on Monday.' },
  updateCustomer: customer,
  updateCustomerNotes: { notes: 'Calls back on Monday.' },
  logIn: { email: 'nobody@example.com', password: 'not-a-password', code: '000000' },
  updateEmail: { email: 'new@example.com', password: 'not-a-password' },
  updatePhone: { phone: '555-0100', password: 'not-a-password' },
  updatePassword: { currentPassword: 'not-a-password', newPassword: 'granite-otter-58' },
  requestPasswordReset: { email: 'nobody@example.com' },
  resetPassword: { token: 'no-such-token', newPassword: 'granite-otter-58' },
  confirmEmail: { token: 'no-such-token' },
  beginSecondFactor: { password: 'not-a-password' },
  confirmSecondFactor: { code: '000000' },
  proveIdentity: { password: 'not-a-password' },
  removeSecondFactor: { password: 'not-a-password' },
  addPasskey: {
    name: 'Work laptop',
    credential: { ...credential, response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
  },
  logInWithPasskey: { credential: assertion },
  beginIssuerLogIn: { next: '/profile' },
  finishIssuerLogIn: { query: 'code=none&state=none' },
  proveWithPasskey: { credential: assertion },
}

/** An endpoint with its name. */
export function named({ method, path }: Endpoint): NamedEndpoint {
  const found = ALL_ENDPOINTS.find((one) => one.method === method && one.path === path)
  if (!found) throw new Error(`all-endpoints.ts lacks ${method} ${path}`)
  return found
}

/**
 * @throws Error if the endpoint has a parameter or a body that is missing here, so no new endpoint escapes the tests
 * that go through all
 * @param ids replace the samples for parts of the path
 */
export function sampleRequest(endpoint: Endpoint, ids: Readonly<Record<string, string>> = SAMPLE_PARAMS) {
  // An open stream never ends, so a test over all endpoints asks for a place that is none to pass its access check.
  const params = endpoint.stream ? { ...ids, state: 'Atlantis' } : ids
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`name a sample of :${name} in sample-requests.ts`)
    return value
  })
  const { name } = named(endpoint)
  const body = SAMPLE_BODIES[name]
  if (endpoint.body && !body) throw new Error(`give ${name} a sample body in sample-requests.ts`)
  return { url, body }
}
