/** Cards in the sandbox: a form of ours, the provider's test cards, and the bank's question. No money moves (D32). */
import type { RouteInput } from '@tangelo/contract'
import { useImperativeHandle, useRef, useState } from 'react'
import { call } from '#lib/api.ts'
import { TextField } from '#ui/field.tsx'
import { texts } from '../../texts/payment.ts'
import type { CardFieldsProps, CardOutcome, CardPayments } from './card-payments.ts'
import { askBank, SandboxChallenge } from './sandbox-challenge.tsx'
import {
  findProblems,
  formatCardNumber,
  formatCode,
  formatExpiry,
  NOTHING_TYPED,
  TEST_CARDS,
  type TypedCard,
  toSentCard,
} from './typed-card.ts'

const words = texts.card

export const sandboxPayments: CardPayments = {
  cardFields: (props) => <CardFields {...props} />,
  confirmKept: (clientSecret, paymentMethodId) => confirm(clientSecret, paymentMethodId ? { paymentMethodId } : {}),
  challenge: () => <SandboxChallenge />,
}

type Given = Omit<RouteInput<'POST /api/payments/sandbox/confirm'>['body'], 'clientSecret'>

async function confirm(clientSecret: string, given: Given): Promise<CardOutcome> {
  let answer = await call('POST /api/payments/sandbox/confirm', { body: { clientSecret, ...given } })
  if (answer.outcome === 'challenge') {
    const accepted = await askBank()
    answer = await call('POST /api/payments/sandbox/challenge', { body: { clientSecret, accepted } })
  }
  const { outcome, paymentMethodId, message } = answer
  return outcome === 'succeeded' ? { outcome, paymentMethodId } : { outcome: 'failed', message }
}

function CardFields({ form, isBusy }: CardFieldsProps) {
  const [card, setCard] = useState(NOTHING_TYPED)
  const [isJudged, setIsJudged] = useState(false)
  const fields = useRef<HTMLFieldSetElement>(null)
  const problems = isJudged ? findProblems(card, new Date()) : {}
  const change = (part: Partial<TypedCard>): void => setCard({ ...card, ...part })

  useImperativeHandle(form, () => {
    const send = async (clientSecret: string): Promise<CardOutcome> => {
      setIsJudged(true)
      if (Object.keys(findProblems(card, new Date())).length === 0)
        return confirm(clientSecret, { card: toSentCard(card) })
      requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return { outcome: 'incomplete' }
    }
    return { confirmSetup: send, confirmPayment: send }
  }, [card])

  return (
    <fieldset ref={fields} className="card-fields" disabled={isBusy}>
      <TextField
        label={words.number}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        placeholder="4242 4242 4242 4242"
        value={card.number}
        error={problems.number}
        onChange={(event) => change({ number: formatCardNumber(event.target.value) })}
      />
      <TextField
        label={words.expiry}
        inputMode="numeric"
        autoComplete="off"
        placeholder={words.expiryPlaceholder}
        value={card.expiry}
        error={problems.expiry}
        onChange={(event) => change({ expiry: formatExpiry(event.target.value, card.expiry) })}
      />
      <TextField
        label={words.code}
        inputMode="numeric"
        autoComplete="off"
        placeholder={words.codePlaceholder}
        value={card.code}
        error={problems.code}
        onChange={(event) => change({ code: formatCode(event.target.value) })}
      />
      <TestCards
        onPick={(number) => {
          setIsJudged(false)
          setCard({ number: formatCardNumber(number), expiry: formatExpiry('1234'), code: '123' })
        }}
      />
    </fieldset>
  )
}

function TestCards({ onPick }: { onPick: (number: string) => void }) {
  return (
    <fieldset
      className="text-note col-span-full py-3 px-3.5 border border-dashed border-line-2 rounded-control text-ink-2 [&_b]:font-strong [&_b]:text-ink [&>div]:flex [&>div]:flex-wrap [&>div]:gap-1.5 [&>div]:mt-2"
      aria-label={words.tests}
    >
      <p>
        <b>{words.tests}</b> {words.testsHint}
      </p>
      <div>
        {TEST_CARDS.map(({ label, number }) => (
          <button
            key={number}
            type="button"
            className="button"
            data-size="small"
            title={formatCardNumber(number)}
            aria-label={words.test(label, number.slice(-4))}
            onClick={() => onPick(number)}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
