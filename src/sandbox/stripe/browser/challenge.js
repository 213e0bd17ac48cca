/** The page of the make-believe bank: completes or fails the authentication of one intent. */
import { applyAppearance, callApi, listen, say } from './messages.js'

const base = location.href.replace(/\/challenge\.html.*$/, '')
const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (document.getElementById(id))
const complete = button('complete')
const fail = button('fail')
const errorPlace = document.getElementById('error')

/** @type {{ id: string, secret: string, publishableKey: string } | null} */
let payment = null

const tell = (/** @type {{ type: string }} */ message) => say(window.parent, location.origin, message)

/** Disabled until the page knows the payment: an earlier press would be lost. */
function setDisabled(/** @type {boolean} */ isDisabled) {
  complete.disabled = isDisabled
  fail.disabled = isDisabled
}

async function end(/** @type {'complete' | 'fail'} */ outcome) {
  if (payment === null || complete.disabled) return
  setDisabled(true)
  try {
    const fields = { client_secret: payment.secret, outcome }
    const result = await callApi(base, payment.publishableKey, 'POST', payment.id, '/challenge', fields)
    tell({ type: 'done', result })
  } catch {
    setDisabled(false)
    if (errorPlace) errorPlace.textContent = 'The bank could not be reached. Please try again.'
  }
}

listen(
  () => window.parent,
  location.origin,
  (message) => {
    if (message.type !== 'init') return
    payment = { id: String(message.id), secret: String(message.secret), publishableKey: String(message.publishableKey) }
    applyAppearance(message.appearance)
    const place = document.getElementById('amount')
    const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: String(message.currency) })
    if (place) place.textContent = money.format(Number(message.amount) / 100)
    setDisabled(false)
    complete.focus()
  },
)
complete.addEventListener('click', () => end('complete'))
fail.addEventListener('click', () => end('fail'))
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') end('fail')
})
new ResizeObserver(() => {
  tell({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })
}).observe(document.body)
tell({ type: 'loaded' })
