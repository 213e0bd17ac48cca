import { callApi, listen, say } from './messages.js'

/**
 * Shows the bank's page in a modal dialog and waits for its end. Escape, and anything that takes the dialog away, is a
 * failed authentication, as closing the bank's window is.
 * @param {{ base: string, publishableKey: string, secret: string, appearance?: object,
 *   intent: { id: string, amount: number, currency: string } }} setup
 * @returns {Promise<object>} the intent as it then is, or `{ error }`
 */
export function runChallenge({ base, publishableKey, secret, intent, appearance }) {
  const origin = new URL(base).origin
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  dialog.setAttribute('aria-label', 'Card authentication')
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    maxWidth: '100%',
    maxHeight: '100%',
    padding: '16px',
    border: '0',
    boxSizing: 'border-box',
    background: 'rgb(10 20 15 / 0.6)',
    colorScheme: 'light',
  })
  frame.title = 'Card authentication by your bank (sandbox)'
  frame.name = '__privateStripeChallenge'
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    maxWidth: '420px',
    height: '320px',
    maxHeight: '100%',
    margin: 'min(12vh, 120px) auto 0',
    border: '0',
    borderRadius: '8px',
    background: 'transparent',
    colorScheme: 'light',
  })

  return new Promise((resolve) => {
    let isOver = false
    const end = (/** @type {object} */ result) => {
      if (isOver) return
      isOver = true
      stopListening()
      dialog.close()
      dialog.remove()
      resolve(result)
    }
    const fail = () =>
      callApi(base, publishableKey, 'POST', intent.id, '/challenge', { client_secret: secret, outcome: 'fail' }).then(
        end,
        () =>
          end({
            error: {
              type: 'api_connection_error',
              message: 'The authentication could not be ended. Please try again.',
            },
          }),
      )
    const stopListening = listen(
      () => frame.contentWindow,
      origin,
      (message) => {
        if (message.type === 'loaded') {
          const { id, amount, currency } = intent
          say(frame.contentWindow, origin, { type: 'init', publishableKey, secret, id, amount, currency, appearance })
          frame.focus()
        } else if (message.type === 'height') frame.style.height = `${Number(message.height)}px`
        else if (message.type === 'done') end(Object(message.result))
      },
    )
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      void fail()
    })
    dialog.append(frame)
    document.body.append(dialog)
    frame.src = `${base}/challenge.html`
    dialog.showModal()
  })
}
