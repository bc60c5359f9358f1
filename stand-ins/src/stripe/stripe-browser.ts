/**
 * What the browser script of the stand-in asks (`browser/stripe.js`): the vendor's own script does the same with the publishable
 * key, in ways that are not documented, so these requests are no part of the contract. Their answers are.
 */
import type { Answer } from '../http/send.ts'
import type { Asked, Call } from '../http/service.ts'
import type { StripeCardsTyped } from './stripe-cards-typed.ts'
import { stripeErrors } from './stripe-errors.ts'
import { type FormValue, objectIn, textIn } from './stripe-form.ts'
import type { CardGiven } from './stripe-payment-methods.ts'

interface Parts {
  asked: Asked
  form: Readonly<Record<string, FormValue>>
  typed: StripeCardsTyped
  publishableKey: string
}

type BrowserCall = Pick<Call, 'operation' | 'names'> & { answer(): Answer }

const intentPath = /^\/v1\/(setup|payment)_intents\/(\w+)(\/confirm|\/authenticate)?$/

/** Null for a request that is none of the script's: those carry a key in their form or query. */
export function browserCall({ asked, form, typed, publishableKey }: Parts): BrowserCall | null {
  const key = textIn(form, 'key')
  const [, kind = '', id = '', action = ''] = intentPath.exec(asked.url.pathname) ?? []
  if (key === undefined || kind === '') return null
  const secret = textIn(form, 'client_secret') ?? ''
  const does = (): Answer => {
    if (key !== publishableKey) return stripeErrors.badKey()
    if (!secret.startsWith(`${id}_secret_`)) return stripeErrors.missing(`${kind}_intent`, id, 'intent')
    if (action === '/confirm') return typed.confirm(secret, cardIn(form))
    if (action === '/authenticate')
      return typed.answerChallenge(typed.requireBySecret(secret), textIn(form, 'ok') === 'true')
    return { status: 200, body: typed.requireBySecret(secret) }
  }
  return { operation: `browser.${kind}${action.replace('/', '.') || '.read'}`, names: [id], answer: does }
}

function cardIn(form: Parts['form']): CardGiven {
  const method = textIn(form, 'payment_method')
  if (method !== undefined) return { method }
  const data = objectIn(form, 'payment_method_data')
  const card = objectIn(data, 'card')
  const number = textIn(card, 'number')
  if (number === undefined) return null
  const who = objectIn(data, 'billing_details')
  const [name, email] = [textIn(who, 'name'), textIn(who, 'email')]
  return {
    number: number.replaceAll(' ', ''),
    expiryMonth: Number(textIn(card, 'exp_month')),
    expiryYear: Number(textIn(card, 'exp_year')),
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
  }
}
