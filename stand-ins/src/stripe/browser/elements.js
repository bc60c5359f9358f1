/** Elements: each a frame of the provider's host inside a node of the page. */
export const HOST = 'https://js.stripe.com/endive'
let channels = 0

const TITLES = {
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
  card: 'Secure card payment input frame',
  payment: 'Secure payment input frame',
}

export class IntegrationError extends Error {
  name = 'IntegrationError'
}

function element(type, options, forget) {
  const handlers = new Map()
  channels += 1
  const channel = `__privateStripeFrame${channels}`
  let frame = null
  let isReady = false
  let latest = { empty: true, complete: false, incomplete: undefined }
  let asks = 0
  const answers = new Map()
  let current = options

  const emit = (event, detail) => {
    for (const handler of handlers.get(event) ?? []) handler(detail)
  }
  const send = (does, more) => {
    if (isReady) frame?.contentWindow?.postMessage({ channel, does, ...more }, new URL(HOST).origin)
  }
  const changeOf = ({ empty, complete, error, brand }) => ({
    ...{ elementType: type, empty, complete },
    ...(type === 'payment' ? { collapsed: false, value: { type: 'card' } } : { error, brand }),
    ...(type === 'card' && { value: { postalCode: '' } }),
  })
  const EVENTS = {
    ready() {
      isReady = true
      send('update', { options: current })
      emit('ready', { elementType: type })
    },
    change({ state }) {
      latest = state
      emit('change', changeOf(state))
    },
    focus: () => emit('focus', { elementType: type }),
    blur: () => emit('blur', { elementType: type }),
    escape: () => emit('escape', { elementType: type }),
    values({ ask, values }) {
      answers.get(ask)?.(values)
      answers.delete(ask)
    },
  }
  const listen = ({ source, origin, data }) => {
    if (frame && source === frame.contentWindow && origin === new URL(HOST).origin && data?.channel === channel)
      EVENTS[data.event]?.(data)
  }
  const take = () => {
    removeEventListener('message', listen)
    frame?.remove()
    frame = null
    isReady = false
  }
  const own = {
    mount(node) {
      const place = typeof node === 'string' ? document.querySelector(node) : node
      if (!place) throw new IntegrationError('The selector you specified applies to no DOM elements.')
      take()
      frame = document.createElement('iframe')
      Object.assign(frame, { name: channel, title: TITLES[type] ?? 'Secure input frame', allow: 'payment *' })
      Object.assign(frame.style, { border: '0', width: '100%', height: type === 'payment' ? '9em' : '1.2em' })
      frame.style.display = 'block'
      addEventListener('message', listen)
      frame.src = `${HOST}/frame.html#${new URLSearchParams({ type, channel })}`
      place.replaceChildren(frame)
    },
    on: (event, handler) => {
      handlers.set(event, [...(handlers.get(event) ?? []), handler])
      return own
    },
    off: (event, handler) => {
      handlers.set(
        event,
        (handlers.get(event) ?? []).filter((one) => handler !== undefined && one !== handler),
      )
      return own
    },
    once: (event, handler) => {
      const only = (detail) => {
        own.off(event, only)
        handler(detail)
      }
      return own.on(event, only)
    },
    update(changed) {
      current = { ...current, ...changed }
      send('update', { options: current })
    },
    destroy() {
      take()
      forget()
    },
    unmount: take,
    focus: () => send('focus'),
    blur: () => send('blur'),
    clear: () => send('clear'),
    ...(type === 'payment' && { collapse: () => undefined }),
    /** Of the stand-in alone. */
    __type: type,
    __state: () => latest,
    __values: () =>
      new Promise((resolve) => {
        asks += 1
        answers.set(asks, resolve)
        send('values', { ask: asks })
      }),
  }
  return own
}

export function elements(options = {}) {
  if ('paymentMethodTypes' in options)
    throw new IntegrationError('paymentMethodTypes was removed: use allowedPaymentMethodTypes.')
  const made = new Map()
  return {
    create(type, given = {}) {
      if (made.has(type)) throw new IntegrationError(`Can only create one Element of type ${type}.`)
      const one = element(type, given, () => made.delete(type))
      made.set(type, one)
      return one
    },
    getElement: (type) => made.get(typeof type === 'string' ? type : type?.__elementType) ?? null,
    update: (changed) => Object.assign(options, changed),
    async submit() {
      const wrong = [...made.values()].map((one) => one.__state().incomplete).find((found) => found !== undefined)
      return wrong ? { error: wrong } : { selectedPaymentMethod: 'card' }
    },
    fetchUpdates: async () => ({}),
    on: () => undefined,
    __options: options,
    __made: made,
  }
}

/** What is typed into the elements of the same form; or what is missing there. */
export async function cardIn(siblings) {
  const forms = [...siblings.values()].filter(({ __type }) => __type !== 'address' && __type !== 'linkAuthentication')
  const error = forms.map((one) => one.__state().incomplete).find((found) => found !== undefined)
  if (error || forms.some((one) => !one.__state().complete))
    return {
      error: error ?? {
        type: 'validation_error',
        code: 'incomplete_number',
        message: 'Your card number is incomplete.',
      },
    }
  const values = Object.assign({}, ...(await Promise.all(forms.map((one) => one.__values()))))
  const [month, year] = [values['exp-date'].slice(0, 2), `20${values['exp-date'].slice(2, 4)}`]
  return { card: { number: values.cardnumber, exp_month: String(Number(month)), exp_year: year, cvc: values.cvc } }
}
