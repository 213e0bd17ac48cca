/** What the script in the page and the frames say to each other, and to the API. */
import { apiBase } from './api-base.js'

/** Every message carries this, so that messages of other scripts are passed over. */
const MARK = 'stripe-sandbox'

/**
 * Listens to one window of one origin only.
 * @param {() => Window | null} source
 * @param {string} origin
 * @param {(message: { type: string, [field: string]: unknown }) => void} handle
 * @returns {() => void} stops listening
 */
export function listen(source, origin, handle) {
  const onMessage = (/** @type {MessageEvent} */ event) => {
    if (event.origin !== origin || event.source === null || event.source !== source()) return
    if (event.data?.mark === MARK && typeof event.data.type === 'string') handle(event.data)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

/**
 * Says something to one window of one origin only.
 * @param {Window | null} target
 * @param {string} origin
 * @param {{ type: string, [field: string]: unknown }} message
 */
export function say(target, origin, message) {
  target?.postMessage({ ...message, mark: MARK }, origin)
}

/** Nested fields in the form encoding that Stripe's API reads: `card[number]=…`; null and undefined are left out. */
function encode(/** @type {object} */ fields, prefix = '', form = new URLSearchParams()) {
  for (const [name, value] of Object.entries(fields)) {
    const path = prefix === '' ? name : `${prefix}[${name}]`
    if (value === null || value === undefined) continue
    if (typeof value === 'object') encode(value, path, form)
    else form.set(path, String(value))
  }
  return form
}

/**
 * One call about an intent, with the publishable key. Answers the intent, or `{ error }` in Stripe's shape; rejects when
 * the server cannot be reached or does not answer as itself.
 * @param {string} base where these files come from, which is also where the API is unless api-base.js names another
 * @param {string} publishableKey
 * @param {'GET' | 'POST'} method
 * @param {string} id
 * @param {'' | '/confirm' | '/challenge'} act
 * @param {object} fields
 */
export async function callApi(base, publishableKey, method, id, act, fields) {
  const form = encode(fields)
  const url = `${apiBase ?? base}/v1/payment_intents/${encodeURIComponent(id)}${act}`
  const headers = { authorization: `Bearer ${publishableKey}` }
  const response = await (method === 'GET'
    ? fetch(`${url}?${form}`, { headers, credentials: 'omit', cache: 'no-store' })
    : fetch(url, { method, headers, body: form, credentials: 'omit' }))
  return response.json()
}

/**
 * Lays the look of the page over a frame's own: `theme` 'night' and the variables that the sandbox knows.
 * @param {{ theme?: string, variables?: { [name: string]: string }, rules?: { [selector: string]: { [name: string]: string } } } | undefined} appearance
 */
export function applyAppearance(appearance) {
  const root = document.documentElement
  root.dataset.theme = appearance?.theme === 'night' ? 'night' : 'day'
  const names = {
    colorPrimary: '--color-primary',
    colorBackground: '--color-background',
    colorText: '--color-text',
    colorTextSecondary: '--color-text-secondary',
    colorTextPlaceholder: '--color-placeholder',
    colorDanger: '--color-danger',
    colorBorder: '--color-border',
    fontFamily: '--font-family',
    fontSizeBase: '--font-size',
    borderRadius: '--border-radius',
    spacingUnit: '--spacing-unit',
  }
  for (const [name, property] of Object.entries(names)) {
    const value = appearance?.variables?.[name]
    if (typeof value === 'string') root.style.setProperty(property, value)
    else root.style.removeProperty(property)
  }
  const label = appearance?.rules?.['.Label']
  for (const [name, property] of Object.entries({
    color: '--label-color',
    fontSize: '--label-size',
    fontWeight: '--label-weight',
  }))
    root.style.setProperty(property, label?.[name] ?? '')
}
