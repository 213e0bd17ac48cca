import { listen, say } from './messages.js'

/** The height of the three fields before the frame has told its own, so that the page below does not jump. */
const HEIGHT_BEFORE_READY = 198
/** The frame's own padding: room for focus rings, taken back by a negative margin. */
const RING = 4
const THEME_CHANGE_MS = 400
const LOAD_TIMEOUT_MS = 20_000
const CONFIRM_TIMEOUT_MS = 90_000

let frames = 0

/**
 * The page's end of a Payment Element: an iframe and the talk with it.
 * @param {{ base: string, publishableKey: string, options: object, appearance: () => object | undefined,
 *   fonts: { family?: string, src?: string, weight?: string }[],
 *   checkIntent: () => Promise<{ error?: object, status?: string }> }} setup
 */
export function createElementFrame({ base, publishableKey, options, appearance, fonts, checkIntent }) {
  const origin = new URL(base).origin
  /** @type {Map<string, Set<(event: object) => void>>} */
  const handlers = new Map()
  /** @type {Map<number, (answer: object) => void>} */
  const questions = new Map()
  let asked = 0
  /** @type {HTMLIFrameElement | null} */
  let frame = null
  let stopListening = () => undefined
  let becomeReady = () => undefined
  let ready = new Promise((resolve) => {
    becomeReady = resolve
  })

  const emit = (/** @type {string} */ name, event = {}) => {
    for (const handler of handlers.get(name) ?? []) handler({ elementType: 'payment', ...event })
  }

  const tell = (/** @type {{ type: string }} */ message) => say(frame?.contentWindow ?? null, origin, message)

  /** Asks the frame something once it is ready, and waits for its answer. */
  async function ask(/** @type {{ type: string }} */ message) {
    await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS))])
    if (frame === null || frame.style.opacity === '0')
      throw new Error('The payment Element is not mounted, or could not load.')
    asked += 1
    const number = asked
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        questions.delete(number)
        reject(new Error('The payment Element did not answer.'))
      }, CONFIRM_TIMEOUT_MS)
      questions.set(number, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      tell({ ...message, number })
    })
  }

  async function handleLoad() {
    tell({
      type: 'init',
      publishableKey,
      appearance: appearance(),
      ground: groundOf(frame),
      fonts: plain(fonts),
      options: plain(options),
    })
    const intent = await checkIntent().catch(() => ({
      error: { type: 'api_connection_error', message: 'Could not load.' },
    }))
    const isOver = intent.status === 'succeeded' || intent.status === 'canceled'
    const error =
      intent.error ??
      (isOver
        ? {
            type: 'invalid_request_error',
            code: 'payment_intent_unexpected_state',
            message: `This PaymentIntent is in a terminal state (${intent.status}).`,
            payment_intent: intent,
          }
        : undefined)
    if (error && frame) emit('loaderror', { error })
  }

  function handleMessage(/** @type {{ type: string, [field: string]: unknown }} */ message) {
    if (frame === null) return
    if (message.type === 'loaded') void handleLoad()
    else if (message.type === 'height') frame.style.height = `${Number(message.height)}px`
    else if (message.type === 'ready') {
      frame.style.opacity = '1'
      becomeReady()
      emit('ready')
    } else if (message.type === 'change') {
      const { empty, complete } = message
      emit('change', { empty, complete, collapsed: false, value: { type: 'card' } })
    } else if (message.type === 'enter') frame.closest('form')?.requestSubmit()
    else if (message.type === 'answer') {
      questions.get(Number(message.number))?.(Object(message.answer))
      questions.delete(Number(message.number))
    } else if (['focus', 'blur', 'escape'].includes(message.type)) emit(message.type)
  }

  const api = {
    on(/** @type {string} */ name, /** @type {(event: object) => void} */ handler) {
      handlers.set(name, (handlers.get(name) ?? new Set()).add(handler))
    },
    off(/** @type {string} */ name, /** @type {((event: object) => void) | undefined} */ handler) {
      if (handler) handlers.get(name)?.delete(handler)
      else handlers.delete(name)
    },
    mount(/** @type {HTMLElement} */ node) {
      api.unmount()
      frames += 1
      frame = document.createElement('iframe')
      frame.name = `__privateStripeFrame${frames}`
      frame.title = 'Secure payment input frame'
      frame.setAttribute('allow', 'payment *')
      Object.assign(frame.style, {
        display: 'block',
        border: '0',
        width: `calc(100% + ${2 * RING}px)`,
        height: `${HEIGHT_BEFORE_READY}px`,
        margin: `-${RING}px`,
        opacity: '0',
        // Equal to the frame's own scheme: a different one would make the browser paint an opaque ground behind it.
        colorScheme: 'light',
      })
      stopListening = listen(() => frame?.contentWindow ?? null, origin, handleMessage)
      frame.src = `${base}/frame.html`
      node.replaceChildren(frame)
      emit('loaderstart')
    },
    unmount() {
      stopListening()
      frame?.remove()
      frame = null
      ready = new Promise((resolve) => {
        becomeReady = resolve
      })
    },
    setAppearance(/** @type {object | undefined} */ look) {
      const repaint = () => tell({ type: 'appearance', appearance: look, ground: groundOf(frame) })
      repaint()
      // The page may be fading from one theme to the other; what it ends with counts.
      setTimeout(repaint, THEME_CHANGE_MS)
    },
    update: (/** @type {object} */ changes) => tell({ type: 'options', options: plain(changes) }),
    focus: () => tell({ type: 'focus' }),
    blur: () => tell({ type: 'blur' }),
    clear: () => tell({ type: 'clear' }),
    /** @returns {Promise<object | undefined>} the first thing wrong with the fields, in Stripe's shape */
    validate: async () => (await ask({ type: 'validate' })).error,
    /** Sends the confirmation from inside the frame; answers the intent or `{ error }`. */
    confirm: (/** @type {object} */ payment) => ask({ type: 'confirm', ...plain(payment) }),
  }
  return api
}

/**
 * The color that the page shows behind the frame. The frame paints it too: a see-through frame turns white where its
 * color scheme differs from the page's, and accessibility checks take its ground for white.
 */
function groundOf(/** @type {Element | null} */ frame) {
  for (let element = frame?.parentElement; element; element = element.parentElement) {
    const color = getComputedStyle(element).backgroundColor
    const isOpaque = color !== 'transparent' && !color.startsWith('rgba(') && !color.includes('/')
    if (isOpaque) return color
  }
  return 'transparent'
}

/** Only what can be cloned into another window; functions and elements in options stay here. */
function plain(/** @type {object} */ value) {
  return JSON.parse(JSON.stringify(value))
}
