/**
 * Cards at Stripe: its own fields, each in a frame of its own, so that no number of a card ever is in a page of ours
 * (docs/decisions/0024). The only file of the screen that knows the provider.
 */
import { CardCvcElement, CardExpiryElement, CardNumberElement, Elements, useElements } from '@stripe/react-stripe-js'
import type {
  SetupIntent,
  Stripe,
  StripeCardNumberElement,
  StripeElementChangeEvent,
  StripeElementStyle,
  StripeElements,
  StripeError,
} from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useImperativeHandle, useState } from 'react'
import { usePaintedTheme } from '#lib/theme.ts'
import { texts } from '../../texts.ts'
import type { CardFieldsProps, CardPayments, Confirmed } from './card-payments.ts'
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

function toConfirmed({ error }: { readonly error?: StripeError }): Confirmed {
  return error ? toRefused(error) : { outcome: 'succeeded', paymentMethodId: null }
}

/** What has gone through already is answered as an error when it is confirmed again, with itself inside. */
function toRefused({ message, payment_intent: payment, setup_intent: setup }: StripeError): Confirmed {
  if (payment?.status === 'succeeded') return { outcome: 'succeeded', paymentMethodId: null }
  if (setup?.status === 'succeeded') return { outcome: 'succeeded', paymentMethodId: idOf(setup.payment_method) }
  return { outcome: 'failed', message: message ?? null }
}

const idOf = (method: SetupIntent['payment_method']): string | null =>
  typeof method === 'string' ? method : (method?.id ?? null)

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
    const send = async (confirm: (card: CardGiven) => Promise<Confirmed>): Promise<Confirmed> => {
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
      <Framed label={words.number} problem={judged.number.problem}>
        {(id) => (
          <CardNumberElement id={id} className="input card-frame" options={options} onChange={handleChange('number')} />
        )}
      </Framed>
      <Framed label={words.expiry} problem={judged.expiry.problem}>
        {(id) => (
          <CardExpiryElement id={id} className="input card-frame" options={options} onChange={handleChange('expiry')} />
        )}
      </Framed>
      <Framed label={words.code} problem={judged.code.problem}>
        {(id) => (
          <CardCvcElement id={id} className="input card-frame" options={options} onChange={handleChange('code')} />
        )}
      </Framed>
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

/**
 * Its script asks what the bank wants to know in a frame over the page. Our dialogs keep the focus among themselves; frames are
 * removed, or keyboard users could not answer.
 */
function FramesMayTakeFocus() {
  useEffect(() => {
    const handleBlur = (event: FocusEvent): void => {
      const goesTo = event.type === 'focusin' ? event.target : event.relatedTarget
      if (goesTo instanceof HTMLIFrameElement) event.stopPropagation()
    }
    const kinds = ['focusin', 'focusout'] as const
    for (const kind of kinds) window.addEventListener(kind, handleBlur, { capture: true })
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, handleBlur, { capture: true })
    }
  }, [])
  return null
}

/** Our label and line for errors round a field of theirs. A label for a frame passes its focus on; theirs listens for that. */
function Framed({
  label,
  problem,
  children,
}: {
  readonly label: string
  readonly problem: string | null
  readonly children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="field" data-invalid={problem ? '' : undefined}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
      <p className="field-note" data-tone={problem ? 'bad' : undefined} aria-live="polite">
        {problem ? <TriangleAlert /> : null}
        {problem}
      </p>
    </div>
  )
}

/**
 * How our fields look, in the words of Stripe's: its frames are styled by them, and only with plain colours. Of the theme that
 * is painted now.
 */
function fieldStyle(): { style: StripeElementStyle } {
  return {
    style: {
      base: {
        color: colourOf('--ink'),
        iconColor: colourOf('--ink-3'),
        fontFamily: 'ui-sans-serif, system-ui, sans-serif',
        fontSize: '13.5px',
        lineHeight: '20px',
        '::placeholder': { color: colourOf('--ink-3') },
      },
      invalid: { color: colourOf('--bad'), iconColor: colourOf('--bad') },
    },
  }
}

/** A token as `rgb(…)`: a canvas knows every notation of the browser. */
function colourOf(token: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(token).trim()
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!canvas || !value) return ''
  canvas.fillStyle = value
  canvas.fillRect(0, 0, 1, 1)
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
