/** How a call to Stripe is judged by the contract and answered, once for each idempotency key. */
import { contract } from '../http/contract.ts'
import type { Answer } from '../http/send.ts'
import type { Asked, Call, Service } from '../http/service.ts'
import { browserCall } from './stripe-browser.ts'
import type { Plays } from './stripe-call.ts'
import type { StripeCardsTyped } from './stripe-cards-typed.ts'
import { Refused, stripeErrors } from './stripe-errors.ts'
import { formObject } from './stripe-form.ts'
import { browserFile } from './stripe-script.ts'
import type { StripeThings } from './stripe-things.ts'

export const KEYS = {
  token: 'sk_test_sample_of_the_stand_in',
  publishableKey: 'pk_test_sample_of_the_stand_in',
  webhookSecret: 'whsec_sample_of_the_stand_in',
}

const VERSION = '2026-10-28.endive'

interface Parts {
  things: StripeThings
  plays: Plays
  typed: StripeCardsTyped
  settle(): void
}

export function stripeService({ things, plays, typed, settle }: Parts): Service {
  const rules = contract('stripe/openapi.json')
  const operations = new Map(rules.operations.map((operation) => [operation.id, operation]))
  /** What each idempotency key was used for first, and what came of it. */
  const kept = new Map<string, { asked: string; answer: Answer }>()

  function read(asked: Asked): Call {
    const { method, url, headers } = asked
    settle()
    const form = formObject(method === 'POST' ? new URLSearchParams(asked.body) : url.searchParams)
    const forBrowser = browserCall({ asked, form, typed, publishableKey: KEYS.publishableKey })
    if (forBrowser) return { ...forBrowser, problems: [], answer: () => withCors(catchRefusal(forBrowser.answer)) }
    const found = rules.find(method, url.pathname)
    if (!found) return refuseCall('unknown', [`${method} is not in the contract at this address`])
    const { operation, path } = found
    const problems = [
      ...operation.requestProblems({
        path,
        query: method === 'POST' ? {} : structuredClone(form),
        ...(method === 'POST' && { body: structuredClone(form) }),
      }),
      ...(headers['stripe-version'] === VERSION ? [] : ['another Stripe-Version than the contract']),
      ...(method === 'POST' && headers['idempotency-key'] === undefined ? ['no Idempotency-Key'] : []),
    ]
    if (problems.length > 0) return refuseCall(operation.id, problems, 'payment_method_types' in form)
    const play = plays[operation.id]
    if (!play) return refuseCall(operation.id, ['this operation is not played here'])
    const { id = '' } = path
    const key = method === 'POST' ? String(headers['idempotency-key']) : null
    return {
      operation: operation.id,
      names: [id].filter((name) => name !== ''),
      problems: [],
      answer: () =>
        refuseBadKey(asked) ?? once(key, `${url.pathname} ${asked.body}`, () => play({ id, form, url: url.pathname })),
    }
  }

  /** The same key and the same question: the same answer, also where that was a refusal. */
  function once(key: string | null, asked: string, play: () => Answer): Answer {
    const before = key === null ? undefined : kept.get(key)
    if (before && before.asked !== asked) return stripeErrors.otherParameters()
    if (before) return { ...before.answer, headers: { ...before.answer.headers, 'Idempotent-Replayed': 'true' } }
    const answer = catchRefusal(play)
    // As it is now: objects go on changing.
    if (key !== null) kept.set(key, { asked, answer: structuredClone(answer) })
    return answer
  }

  return {
    read,
    file: browserFile,
    answerProblems(operation, answer) {
      if (operation.startsWith('browser.')) {
        const { status, body } = answer
        return rules.problems(status === 200 ? (INTENTS[(body as { object: string }).object] ?? '') : 'error', body)
      }
      return operations.get(operation)?.answerProblems(answer) ?? rules.problems('error', answer.body)
    },
    emptyAnswer: (answer) => ({ ...answer, body: { object: 'list', url: '/', has_more: false, data: [] } }),
    get items() {
      return things.charges.length
    },
  }
}

const INTENTS: Readonly<Record<string, string>> = { setup_intent: 'SetupIntent', payment_intent: 'PaymentIntent' }

export function catchRefusal(play: () => Answer): Answer {
  try {
    return structuredClone(play())
  } catch (error) {
    if (error instanceof Refused) return structuredClone(error.answer)
    throw error
  }
}

const withCors = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Access-Control-Allow-Origin': '*' },
})

const refuseBadKey = ({ headers }: Asked): Answer | undefined =>
  headers.authorization === `Bearer ${KEYS.token}` ? undefined : stripeErrors.badKey()

const refuseCall = (operation: string, problems: string[], isAboutTypes = false): Call => ({
  operation,
  problems,
  names: [],
  answer: () => (isAboutTypes ? stripeErrors.methodTypes() : stripeErrors.unknownParameter(problems.join('; '))),
})
