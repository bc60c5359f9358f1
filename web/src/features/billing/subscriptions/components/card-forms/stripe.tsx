/**
 * Cards at Stripe: its own fields, each in a frame of its own, so that no number of a card ever is in a page of ours
 * (docs/decisions/0024). The only file of the screen that knows the provider.
 */
import { CardCvcElement, CardExpiryElement, CardNumberElement, Elements, useElements } from '@stripe/react-stripe-js'
import type { Stripe, StripeCardNumberElement, StripeElementChangeEvent, StripeElements } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useImperativeHandle, useState } from 'react'
import { usePaintedTheme } from '#lib/theme.ts'
import { texts } from '../../texts/payment.ts'
import type { CardFieldsProps, CardOutcome, CardPayments } from './card-payments.ts'
import { CardFrame, FramesMayTakeFocus } from './stripe-frames.tsx'
import { idOf, toConfirmed, toRefused } from './stripe-outcome.ts'
import { fieldStyle } from './stripe-style.ts'
import { trustScriptsOfStripe } from './trust-scripts.ts'

const words = texts.card

/** Fetches the provider's script, the first time from its own host. Throws where it cannot be had. */
export async function stripePayments(publishableKey: string): Promise<CardPayments> {
  trustScriptsOfStripe()
  const stripe = await loadStripeScript(publishableKey)
  return {
    cardFields: (props) => (
      <Elements stripe={stripe} options={{ locale: 'en' }}>
        <CardFields {...props} stripe={stripe} />
      </Elements>
    ),
    confirmKept: async (clientSecret, paymentMethodId) =>
      toConfirmed(
        await stripe.confirmCardPayment(clientSecret, paymentMethodId ? { payment_method: paymentMethodId } : {}),
      ),
    challenge: () => <FramesMayTakeFocus />,
  }
}

async function loadStripeScript(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey).catch(() => null)
  if (!stripe) throw new Error(words.unavailable)
  return stripe
}

function CardFields({ form, customer, stripe }: CardFieldsProps & { readonly stripe: Stripe }) {
  const elements = useElements()
  // Read again where another theme is painted.
  usePaintedTheme()
  const options = fieldStyle()
  const [judged, setJudged] = useState<Judged>(NOTHING_JUDGED)
  const handleChange = (field: Field) => (event: StripeElementChangeEvent) => {
    const { complete, error } = event
    setJudged((before) => ({ ...before, [field]: { isComplete: complete, problem: error?.message ?? null } }))
  }

  useImperativeHandle(form, () => {
    const send = async (confirm: (card: CardGiven) => Promise<CardOutcome>): Promise<CardOutcome> => {
      const card = elements?.getElement(CardNumberElement)
      if (!elements || !card) return { outcome: 'failed', message: words.unavailable }
      const missing = FIELDS.find((field) => !judged[field].isComplete)
      if (missing) {
        setJudged(addMissingProblems)
        focusField(elements, missing)
        return { outcome: 'incomplete' }
      }
      return confirm({ card, ...(customer && { billing_details: customer }) })
    }
    return {
      confirmSetup: (clientSecret) =>
        send(async (payment_method) => {
          const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, { payment_method })
          if (error) return toRefused(error)
          return { outcome: 'succeeded', paymentMethodId: idOf(setupIntent.payment_method) }
        }),
      confirmPayment: (clientSecret) =>
        send(async (payment_method) => toConfirmed(await stripe.confirmCardPayment(clientSecret, { payment_method }))),
    }
  }, [elements, judged, customer, stripe])

  return (
    <fieldset className="card-fields">
      <CardFrame label={words.number} problem={judged.number.problem}>
        {(id) => (
          <CardNumberElement id={id} className="input card-frame" options={options} onChange={handleChange('number')} />
        )}
      </CardFrame>
      <CardFrame label={words.expiry} problem={judged.expiry.problem}>
        {(id) => (
          <CardExpiryElement id={id} className="input card-frame" options={options} onChange={handleChange('expiry')} />
        )}
      </CardFrame>
      <CardFrame label={words.code} problem={judged.code.problem}>
        {(id) => (
          <CardCvcElement id={id} className="input card-frame" options={options} onChange={handleChange('code')} />
        )}
      </CardFrame>
    </fieldset>
  )
}

interface CardGiven {
  readonly card: StripeCardNumberElement
  readonly billing_details?: { readonly name: string; readonly email: string }
}

const FIELDS = ['number', 'expiry', 'code'] as const
type Field = (typeof FIELDS)[number]
type Judged = Readonly<Record<Field, { readonly isComplete: boolean; readonly problem: string | null }>>

const NOTHING = { isComplete: false, problem: null }
const NOTHING_JUDGED: Judged = { number: NOTHING, expiry: NOTHING, code: NOTHING }
const MISSING: Readonly<Record<Field, string>> = {
  number: words.numberIncomplete,
  expiry: words.expiryIncomplete,
  code: words.codeIncomplete,
}

function addMissingProblems(judged: Judged): Judged {
  const addProblem = (field: Field) => ({
    ...judged[field],
    problem: judged[field].isComplete ? null : (judged[field].problem ?? MISSING[field]),
  })
  return { number: addProblem('number'), expiry: addProblem('expiry'), code: addProblem('code') }
}

function focusField(elements: StripeElements, field: Field): void {
  if (field === 'number') elements.getElement(CardNumberElement)?.focus()
  else if (field === 'expiry') elements.getElement(CardExpiryElement)?.focus()
  else elements.getElement(CardCvcElement)?.focus()
}
