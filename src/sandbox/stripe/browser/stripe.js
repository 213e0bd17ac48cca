/**
 * The sandbox's stand-in for https://js.stripe.com/endive/stripe.js: sets `window.Stripe` with a Payment Element and
 * 3-D Secure, speaking to the sandbox it was loaded from. A classic script, because only those know their own address.
 *
 * Card data never reaches this file: the Element is an iframe that sends the confirmation itself (frame.js).
 */
;(() => {
  /** @typedef {{ [name: string]: unknown }} Options */
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) return
  const base = script.src.replace(/\/stripe\.js.*$/, '')

  class IntegrationError extends Error {
    constructor(/** @type {string} */ message) {
      super(message)
      this.name = 'IntegrationError'
    }
  }

  const modules = new Map()
  /** Loads one of the sandbox's modules when it is first needed, and again when that failed. */
  const load = (/** @type {string} */ name) => {
    if (!modules.has(name)) {
      modules.set(
        name,
        import(`${base}/${name}`).catch((error) => {
          modules.delete(name)
          throw error
        }),
      )
    }
    return modules.get(name)
  }

  const CONNECTION_ERROR = {
    type: 'api_connection_error',
    message:
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
  }

  /** @returns {{ id: string, secret: string }} */
  function readSecret(/** @type {unknown} */ secret) {
    const id = typeof secret === 'string' ? /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(secret)?.[1] : undefined
    if (id === undefined) {
      throw new IntegrationError('Invalid value for client_secret: it should be a string like pi_…_secret_….')
    }
    return { id, secret: String(secret) }
  }

  /** Stripe's check that what the Element was told never to collect is handed in instead. */
  function checkBillingDetails(/** @type {Options} */ elementOptions, /** @type {Options} */ given) {
    const rule = elementOptions.fields?.billingDetails
    const address = ['line1', 'line2', 'city', 'state', 'country', 'postal_code']
    const required = []
    const isNever = (name) => rule === 'never' || rule?.[name] === 'never'
    for (const name of ['name', 'email', 'phone']) if (isNever(name)) required.push([name])
    for (const name of address) {
      const camel = name === 'postal_code' ? 'postalCode' : name
      if (isNever('address') || rule?.address?.[camel] === 'never') required.push(['address', name])
    }
    for (const path of required) {
      if (path.reduce((value, name) => value?.[name], given) !== undefined) continue
      const name = path.join('.')
      throw new IntegrationError(
        `You specified "never" for fields.billing_details.${name} when creating the payment Element, but did not pass ` +
          `confirmParams.payment_method_data.billing_details.${name} when calling stripe.confirmPayment. If you opt ` +
          'out of collecting data via the payment Element using the fields option, the data must be passed in when ' +
          'calling stripe.confirmPayment.',
      )
    }
  }

  function createElements(/** @type {string} */ publishableKey, /** @type {Options} */ initial = {}) {
    let options = { ...initial }
    let isSubmitted = false
    let intent = null
    let element = null
    if (options.clientSecret !== undefined) intent = readSecret(options.clientSecret)
    else if (options.mode === undefined) {
      throw new IntegrationError('elements() needs a clientSecret, or mode, amount and currency.')
    }

    const elements = {
      create(type, elementOptions = {}) {
        if (type !== 'payment')
          throw new IntegrationError(`The sandbox offers the payment Element only, not "${type}".`)
        if (element) throw new IntegrationError('Can only create one Element of type payment.')
        // The bridge to the frame lies in a module of its own; calls before it is there wait for it.
        element = createElement(elementOptions)
        return element.facade
      },
      getElement: (type) => (element && (type?.__elementType ?? type) === 'payment' ? element.facade : null),
      update(changes) {
        options = { ...options, ...changes, clientSecret: options.clientSecret }
        element?.call((frame) => frame.setAppearance(options.appearance))
      },
      async submit() {
        if (!element) throw new IntegrationError('elements.submit() needs a mounted payment Element.')
        const error = await element.call((frame) => frame.validate())
        isSubmitted = !error
        return error ? { error } : { selectedPaymentMethod: 'card' }
      },
      async fetchUpdates() {
        return intent ? request('GET', intent.id, '', { client_secret: intent.secret }) : {}
      },
      /** For confirmPayment below; not part of Stripe's interface. */
      _sandbox: {
        intent: () => intent,
        element: () => element,
        isReadyToConfirm: () => intent !== null || isSubmitted,
        appearance: () => options.appearance,
      },
    }

    function createElement(elementOptions) {
      const loading = load('element-frame.js').then((module) =>
        module.createElementFrame({
          base,
          publishableKey,
          options: elementOptions,
          appearance: () => options.appearance,
          fonts: options.fonts ?? [],
          checkIntent: () => elements.fetchUpdates(),
          onDestroy: () => {
            if (element?.facade === facade) element = null
          },
        }),
      )
      let isDestroyed = false
      const call = async (act) => {
        const frame = await loading
        return isDestroyed ? undefined : act(frame)
      }
      const listeners = []
      const facade = {
        mount(target) {
          const node = typeof target === 'string' ? document.querySelector(target) : target
          if (!(node instanceof HTMLElement))
            throw new IntegrationError('The mount target of the Element is not on the page.')
          call((frame) => frame.mount(node)).catch((error) => {
            for (const [name, handler] of listeners)
              if (name === 'loaderror') handler({ elementType: 'payment', error })
          })
          return facade
        },
        on(name, handler) {
          listeners.push([name, handler])
          call((frame) => frame.on(name, handler)).catch(() => undefined)
          return facade
        },
        off(name, handler) {
          call((frame) => frame.off(name, handler)).catch(() => undefined)
          return facade
        },
        once: (name, handler) => {
          const once = (event) => {
            facade.off(name, once)
            handler(event)
          }
          return facade.on(name, once)
        },
        update: (changes) => {
          Object.assign(elementOptions, changes)
          call((frame) => frame.update(changes)).catch(() => undefined)
        },
        focus: () => void call((frame) => frame.focus()),
        blur: () => void call((frame) => frame.blur()),
        clear: () => void call((frame) => frame.clear()),
        collapse: () => undefined,
        unmount: () => void call((frame) => frame.unmount()),
        destroy() {
          if (element?.facade === facade) element = null
          loading.then((frame) => frame.unmount()).catch(() => undefined)
          isDestroyed = true
        },
      }
      return { facade, call, options: elementOptions }
    }

    async function request(method, id, act, fields) {
      const { callApi } = await load('messages.js')
      return callApi(base, publishableKey, method, id, act, fields)
    }
    return elements
  }

  function createStripe(/** @type {string} */ publishableKey) {
    if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
      throw new IntegrationError(
        'Please call Stripe() with your publishable key. You used an empty string or another key.',
      )
    }

    async function request(method, id, act, fields) {
      try {
        const { callApi } = await load('messages.js')
        return await callApi(base, publishableKey, method, id, act, fields)
      } catch {
        return { error: CONNECTION_ERROR }
      }
    }

    /** Runs the challenge an answer asks for, and turns the end of it into Stripe's result. */
    async function finish(answer, secret, appearance) {
      if (answer.error) return { error: answer.error }
      if (answer.status === 'requires_action') {
        // At another server the bank may have a page of its own, which sends the buyer back to `return_url`.
        const page = String(answer.next_action?.redirect_to_url?.url ?? '')
        if (/^https?:/.test(page)) {
          location.assign(page)
          return new Promise(() => undefined)
        }
        const { runChallenge } = await load('challenge-dialog.js')
        const after = await runChallenge({ base, publishableKey, secret, intent: answer, appearance })
        if (after.error) return { error: after.error }
        return finish(after, secret, appearance)
      }
      if (answer.status === 'requires_payment_method' && answer.last_payment_error) {
        const message =
          answer.last_payment_error.code === 'payment_intent_authentication_failure'
            ? 'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
            : answer.last_payment_error.message
        return { error: { ...answer.last_payment_error, message, payment_intent: answer } }
      }
      return { paymentIntent: answer }
    }

    function redirect(returnUrl, intent) {
      const url = new URL(returnUrl, location.href)
      url.searchParams.set('payment_intent', intent.id)
      url.searchParams.set('payment_intent_client_secret', intent.client_secret)
      url.searchParams.set('redirect_status', intent.status)
      location.assign(url)
      return new Promise(() => undefined)
    }

    return {
      elements: (options) => createElements(publishableKey, options),

      async confirmPayment({ elements, clientSecret, confirmParams = {}, redirect: mode = 'always' }) {
        const internals = elements?._sandbox
        const intent = clientSecret === undefined ? internals?.intent() : readSecret(clientSecret)
        const element = internals?.element()
        if (!intent) throw new IntegrationError('stripe.confirmPayment() needs a clientSecret.')
        if (!element)
          throw new IntegrationError('stripe.confirmPayment() needs elements with a mounted payment Element.')
        if (!internals.isReadyToConfirm()) {
          throw new IntegrationError('elements.submit() must be called before stripe.confirmPayment().')
        }
        if (mode !== 'if_required' && !confirmParams.return_url) {
          throw new IntegrationError('stripe.confirmPayment() needs confirmParams.return_url.')
        }
        const billing = confirmParams.payment_method_data?.billing_details ?? {}
        checkBillingDetails(element.options, billing)
        const answer = await element
          .call((frame) => frame.confirm({ ...intent, billing, returnUrl: confirmParams.return_url }))
          .catch(() => ({ error: CONNECTION_ERROR }))
        if (!answer) throw new IntegrationError('The payment Element was removed while confirming.')
        const result = await finish(answer, intent.secret, internals.appearance())
        return mode !== 'if_required' && result.paymentIntent
          ? redirect(confirmParams.return_url, result.paymentIntent)
          : result
      },

      async confirmCardPayment(clientSecret, data = {}) {
        const intent = readSecret(clientSecret)
        const answer = await request('POST', intent.id, '/confirm', {
          client_secret: intent.secret,
          ...(typeof data.payment_method === 'string' ? { payment_method: data.payment_method } : {}),
        })
        return finish(answer, intent.secret)
      },

      async retrievePaymentIntent(clientSecret) {
        const intent = readSecret(clientSecret)
        const answer = await request('GET', intent.id, '', { client_secret: intent.secret })
        return answer.error ? { error: answer.error } : { paymentIntent: answer }
      },

      async handleNextAction({ clientSecret }) {
        const intent = readSecret(clientSecret)
        return finish(await request('GET', intent.id, '', { client_secret: intent.secret }), intent.secret)
      },

      createToken: async () => ({ error: notOffered('createToken') }),
      createPaymentMethod: async () => ({ error: notOffered('createPaymentMethod') }),
      _registerWrapper: () => undefined,
      registerAppInfo: () => undefined,
    }
  }
  createStripe.version = 'endive'

  const notOffered = (/** @type {string} */ name) => ({
    type: 'invalid_request_error',
    message: `The sandbox does not offer stripe.${name}().`,
  })

  Object.defineProperty(window, 'Stripe', { value: createStripe, configurable: true, writable: true })
})()
