/** The card frame: three fields, and the only place in the browser where card data exists. */
import { brandOf, checkCvc, checkExpiry, checkNumber, digitsOf, formatExpiry, formatNumber } from './card-fields.js'
import { applyAppearance, callApi, listen, say } from './messages.js'

const base = location.href.replace(/\/frame\.html.*$/, '')
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id))
const number = input('number')
const expiry = input('expiry')
const cvc = input('cvc')
const fields = [
  { field: number, check: () => checkNumber(number.value) },
  { field: expiry, check: () => checkExpiry(expiry.value, new Date()) },
  { field: cvc, check: () => checkCvc(cvc.value, number.value) },
]

let publishableKey = ''
let isFocused = false

const tell = (/** @type {{ type: string }} */ message) => say(window.parent, location.origin, message)

/** Shows what is wrong with a field, or nothing. */
function show(/** @type {HTMLInputElement} */ field, /** @type {import('./card-fields.js').Fault} */ fault) {
  const place = document.getElementById(`${field.id}-error`)
  if (place && place.textContent !== (fault?.message ?? '')) place.textContent = fault?.message ?? ''
  field.setAttribute('aria-invalid', fault ? 'true' : 'false')
}

/** Rewrites a field as its format wants, and keeps the caret behind the digit it was behind. */
function reformat(/** @type {HTMLInputElement} */ field, /** @type {(text: string) => string} */ format) {
  const caret = field.selectionStart ?? field.value.length
  const isAtEnd = caret === field.value.length
  const digitsBefore = digitsOf(field.value.slice(0, caret)).length
  const text = format(field.value)
  if (text === field.value) return
  field.value = text
  let place = text.length
  if (!isAtEnd) {
    place = 0
    for (let seen = 0; seen < digitsBefore && place < text.length; place += 1) if (/\d/.test(text[place])) seen += 1
  }
  if (document.activeElement === field) field.setSelectionRange(place, place)
}

/** A good value takes its error away as it is typed; a bad one is only told on leaving the field. */
function handleInput(/** @type {HTMLInputElement} */ field, /** @type {InputEvent} */ event) {
  const isDeleting = event.inputType?.startsWith('delete')
  if (field === number) {
    reformat(number, formatNumber)
    const brand = brandOf(digitsOf(number.value))
    const badge = document.getElementById('brand')
    if (badge) badge.textContent = brand.label
    cvc.maxLength = brand.cvc
  } else if (field === expiry) {
    // Deleting the separator deletes the digit before it; else it would come back at once.
    const text = expiry.value.endsWith(' /') && isDeleting ? expiry.value.slice(0, -3) : expiry.value
    if (text !== expiry.value || (isDeleting && digitsOf(text).length < 2)) expiry.value = digitsOf(text)
    else reformat(expiry, formatExpiry)
  } else reformat(cvc, digitsOf)
  const place = fields.findIndex((candidate) => candidate.field === field)
  const fault = fields[place]?.check() ?? null
  if (fault === null) {
    show(field, null)
    const isAtEnd = field.selectionStart === field.value.length
    if (!isDeleting && isAtEnd && field !== cvc) fields[place + 1]?.field.focus()
  } else if (field === number && fault.code === 'invalid_number') show(field, fault)
  tellChange()
}

function tellChange() {
  const complete = fields.every(({ check }) => check() === null)
  tell({ type: 'change', empty: fields.every(({ field }) => field.value === ''), complete })
}

/** Shows everything that is wrong, goes to the first such field, and says what it is. */
function validate() {
  const faults = fields.map(({ field, check }) => ({ field, fault: check() }))
  for (const { field, fault } of faults) show(field, fault)
  const first = faults.find(({ fault }) => fault !== null)
  first?.field.focus()
  return first?.fault ?? null
}

/** Confirms the intent with the card as typed; the answer is the intent or `{ error }`. */
async function confirm(/** @type {{ [field: string]: unknown }} */ message) {
  const fault = validate()
  if (fault) return { error: fault }
  const [month, year] = expiry.value.split(' / ')
  const answer = await callApi(base, publishableKey, 'POST', String(message.id), '/confirm', {
    client_secret: message.secret,
    return_url: message.returnUrl,
    payment_method_data: {
      type: 'card',
      billing_details: message.billing,
      card: { number: digitsOf(number.value), exp_month: month, exp_year: year, cvc: cvc.value },
    },
  })
  if (answer.error) showRefusal(answer.error)
  return answer
}

/** A refusal that is about one field stands at that field too. */
function showRefusal(/** @type {{ code?: string, message: string }} */ error) {
  const places = {
    card_declined: number,
    incorrect_number: number,
    expired_card: expiry,
    incorrect_cvc: cvc,
    invalid_cvc: cvc,
  }
  const field = error.code === undefined ? undefined : places[error.code]
  if (field) show(field, { type: 'validation_error', code: error.code ?? '', message: error.message })
}

async function answer(/** @type {unknown} */ id, /** @type {Promise<object>} */ work) {
  const result = await work.catch(() => ({
    error: {
      type: 'api_connection_error',
      message:
        'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
    },
  }))
  tell({ type: 'answer', number: id, answer: result })
}

function dress(/** @type {{ appearance?: object, ground?: unknown }} */ { appearance, ground }) {
  applyAppearance(appearance)
  document.body.style.backgroundColor = String(ground ?? 'transparent')
}

function applyOptions(/** @type {{ readOnly?: unknown } | undefined} */ options) {
  if (typeof options?.readOnly === 'boolean') for (const { field } of fields) field.readOnly = options.readOnly
}

listen(
  () => window.parent,
  location.origin,
  (message) => {
    if (message.type === 'init') {
      publishableKey = String(message.publishableKey)
      dress(message)
      applyOptions(message.options)
      for (const { family, src, weight = '400' } of message.fonts) {
        // A font that does not load is no reason to keep the fields back; the next family in line is used.
        if (family && src)
          new FontFace(family, src, { weight }).load().then(
            (font) => document.fonts.add(font),
            () => undefined,
          )
      }
      document.fonts.ready.then(() => tell({ type: 'ready' }))
    } else if (message.type === 'appearance') dress(message)
    else if (message.type === 'options') applyOptions(message.options)
    else if (message.type === 'focus') {
      number.focus()
      number.select()
    } else if (message.type === 'blur') document.activeElement?.blur?.()
    else if (message.type === 'clear') {
      for (const { field } of fields) {
        field.value = ''
        show(field, null)
      }
      tellChange()
    } else if (message.type === 'validate') {
      void answer(message.number, Promise.resolve({ error: validate() ?? undefined }))
    } else if (message.type === 'confirm') void answer(message.number, confirm(message))
  },
)

for (const { field, check } of fields) {
  field.addEventListener('input', (event) => handleInput(field, /** @type {InputEvent} */ (event)))
  field.addEventListener('blur', () => {
    if (field.value !== '') show(field, check())
  })
}
document.addEventListener('focusin', () => {
  if (!isFocused) tell({ type: 'focus' })
  isFocused = true
})
window.addEventListener('blur', () => {
  if (isFocused) tell({ type: 'blur' })
  isFocused = false
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell({ type: 'escape' })
})
document.getElementById('card')?.addEventListener('submit', (event) => {
  event.preventDefault()
  tell({ type: 'enter' })
})
document.addEventListener('keydown', (event) => {
  // A form without a submit button submits by Enter only when it has one field; ours has three.
  if (event.key === 'Enter' && !event.isComposing) tell({ type: 'enter' })
})

new ResizeObserver(() => {
  tell({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })
}).observe(document.body)
tell({ type: 'loaded' })
