/** `window.Stripe`, as `contracts/stripe/stripejs-surface.json` has it, talking to the stand-in as if it were the provider. */
import { cardIn, elements as elementsOf, HOST, IntegrationError } from './elements.js'

const API = 'https://api.stripe.com/v1'
const OFFLINE =
  'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again. If this problem persists please contact us.'

const KINDS = {
  setup: { result: 'setupIntent', form: /^(seti_\w+)_secret_\w+$/, query: 'setup_intent' },
  payment: { result: 'paymentIntent', form: /^(pi_\w+)_secret_\w+$/, query: 'payment_intent' },
}

function Stripe(key) {
  if (typeof key !== 'string' || !key.startsWith('pk_'))
    throw new IntegrationError('Please call Stripe() with your publishable key. You used something else.')

  function idIn(kind, secret, method) {
    const [, id] = KINDS[kind].form.exec(secret ?? '') ?? []
    if (!id)
      throw new IntegrationError(
        `Invalid value for stripe.${method} intent secret: value should be a client secret of the form \${id}_secret_\${secret}.`,
      )
    return id
  }

  async function ask(kind, id, action, form) {
    const body = new URLSearchParams({ key, ...form })
    const address = `${API}/${kind}_intents/${id}${action}`
    try {
      const answer = await (action === '' ? fetch(`${address}?${body}`) : fetch(address, { method: 'POST', body }))
      const told = await answer.json()
      return answer.ok ? { [KINDS[kind].result]: told } : { error: told.error }
    } catch {
      return { error: { type: 'api_connection_error', message: OFFLINE } }
    }
  }

  /** The bank's page in a frame over everything; true where the person agreed. */
  function challenge() {
    return new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.title = '3D Secure 2'
      frame.src = `${HOST}/challenge.html`
      Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0' })
      frame.style.zIndex = '2147483647'
      const listen = ({ source, data }) => {
        if (source !== frame.contentWindow || typeof data?.accepted !== 'boolean') return
        removeEventListener('message', listen)
        frame.remove()
        resolve(data.accepted)
      }
      addEventListener('message', listen)
      document.body.append(frame)
    })
  }

  async function act(kind, id, secret, answered) {
    if (answered[KINDS[kind].result]?.status !== 'requires_action') return answered
    const ok = String(await challenge())
    return ask(kind, id, '/authenticate', { client_secret: secret, ok })
  }

  async function confirm(kind, { secret, id, card, method, billing, handles }) {
    const data = {
      client_secret: secret,
      ...(method && { payment_method: method }),
      ...(card && { 'payment_method_data[type]': 'card' }),
      ...Object.fromEntries(
        Object.entries(card ?? {}).map(([name, value]) => [`payment_method_data[card][${name}]`, value]),
      ),
      ...Object.fromEntries(
        Object.entries(billing ?? {})
          .filter(([, value]) => typeof value === 'string')
          .map(([name, value]) => [`payment_method_data[billing_details][${name}]`, value]),
      ),
    }
    const answered = await ask(kind, id, '/confirm', data)
    return handles === false ? answered : act(kind, id, secret, answered)
  }

  const confirmCard = (kind, method) => (secret, data, options) => {
    const id = idIn(kind, secret, method)
    const given = data?.payment_method
    const handles = options?.handleActions
    if (given === undefined || typeof given === 'string') return confirm(kind, { secret, id, method: given, handles })
    return (async () => {
      const { card, error } = await cardIn(given.card.__siblings())
      return error ? { error } : confirm(kind, { secret, id, card, billing: given.billing_details, handles })
    })()
  }

  const confirmElements = (kind, method) => (wish) => {
    const { elements: form, clientSecret, confirmParams = {}, redirect = 'always' } = wish
    const secret = clientSecret ?? form?.__options.clientSecret
    const id = idIn(kind, secret, method)
    return (async () => {
      const { card, error } = form ? await cardIn(form.__made) : {}
      if (error) return { error }
      const billing = confirmParams.payment_method_data?.billing_details
      const answered = await confirm(kind, { secret, id, card, billing })
      if (answered.error || redirect === 'if_required') return answered
      const back = new URL(confirmParams.return_url)
      const { query } = KINDS[kind]
      back.searchParams.set(query, id)
      back.searchParams.set(`${query}_client_secret`, secret)
      back.searchParams.set('redirect_status', 'succeeded')
      location.assign(back.href)
      return new Promise(() => undefined)
    })()
  }

  const retrieve = (kind, method) => (secret) => ask(kind, idIn(kind, secret, method), '', { client_secret: secret })

  const notHere = (name) => async () => ({
    error: { type: 'invalid_request_error', message: `${name} is not played by the stand-in.` },
  })

  return {
    elements(options) {
      const made = elementsOf(options)
      const create = made.create
      made.create = (type, given) => Object.assign(create(type, given), { __siblings: () => made.__made })
      return made
    },
    createToken: notHere('createToken'),
    createPaymentMethod: notHere('createPaymentMethod'),
    confirmCardSetup: confirmCard('setup', 'confirmCardSetup'),
    confirmCardPayment: confirmCard('payment', 'confirmCardPayment'),
    confirmSetup: confirmElements('setup', 'confirmSetup'),
    confirmPayment: confirmElements('payment', 'confirmPayment'),
    retrieveSetupIntent: retrieve('setup', 'retrieveSetupIntent'),
    retrievePaymentIntent: retrieve('payment', 'retrievePaymentIntent'),
    async handleNextAction({ clientSecret }) {
      const kind = clientSecret.startsWith('seti_') ? 'setup' : 'payment'
      const id = idIn(kind, clientSecret, 'handleNextAction')
      return act(kind, id, clientSecret, await ask(kind, id, '', { client_secret: clientSecret }))
    },
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
  }
}

Stripe.version = 'endive'
window.Stripe = Stripe
