/**
 * People in front of a balancer: they read, edit, make reels and videos, and pay in the sandbox. Every request is noted with its
 * time, so that it can be said afterwards when the installation was slow or refused something; what must not be answered at all
 * ends the trial at once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RouteReply, SubscriptionPlan } from '@tangelo/contract'
import { Broken, PASSWORD } from '../../trial.ts'
import type { Sample } from './recovery.ts'
import { emptyLedger, type Ledger } from './store-ledger.ts'
import {
  type Ask,
  addAccount,
  changeNote,
  giveCredit,
  makeDraft,
  makeReel,
  type Person,
  prepare,
} from './store-people.ts'

export interface ClusterLedger extends Ledger {
  /** Companies that have paid for a plan, and its credits. */
  plans: Map<number, number>
}

export interface ClusterLoad {
  ledger: ClusterLedger
  samples: readonly Sample[]
  /** Rejects as soon as something is answered that must not be. */
  failed: Promise<never>
  /** Resolves when everything that was begun is acknowledged. Safe to repeat. */
  end(): Promise<{ requests: number; acknowledged: number; refused: Record<string, number> }>
}

const CARD = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2040, code: '123' }
const ASK_AGAIN_MS = 100
const GIFT = 1_000
const ENDS_WITHIN_MS = 120_000
/** A node that is lost without a word is noticed by its balancer long before. */
const ANSWERED_WITHIN_MS = 60_000
/** What a node may answer while something is wrong: it is away, its store is, its disk is full; or too much waits. */
const REFUSALS = [429, 502, 503, 507]

/** Pauses after each act, in milliseconds: about as much work as two cores bear beside the faults. */
const PAUSES = { read: 60, edit: 120, add: 200, reel: 300, video: 1_500, pay: 1_500 }

export async function beginClusterLoad(url: string): Promise<ClusterLoad> {
  const samples: Sample[] = []
  const refused: Record<string, number> = {}
  const ledger: ClusterLedger = { ...emptyLedger(), plans: new Map() }
  let acknowledged = 0
  let isEnding = false
  let answersBy = Number.POSITIVE_INFINITY
  let token = ''

  const ask: Ask = async <Answer extends object>(
    method: string,
    path: string,
    body?: object | FormData,
    key?: string,
  ): Promise<Answer | null> => {
    const at = performance.now()
    const note = (why: string | null) => {
      samples.push({
        at,
        ms: performance.now() - at,
        isRead: method === 'GET',
        what: `${method} ${path}`,
        refusal: why,
      })
      if (why !== null) refused[why] = (refused[why] ?? 0) + 1
      return null
    }
    const isForm = body instanceof FormData
    let status: number
    let text: string
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(key && { 'idempotency-key': key }),
          ...(body && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      })
      status = answer.status
      text = await answer.text()
    } catch (error) {
      return note(error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'cut')
    }
    if (status < 400) {
      note(null)
      return JSON.parse(text) as Answer
    }
    const isInProgress = status === 409 && text.includes('"in_progress"')
    if (!isInProgress && !REFUSALS.includes(status)) throw new Broken(`${method} ${path} answered ${status}: ${text}`)
    return note(isInProgress ? 'in progress' : String(status))
  }
  const insist: Person['insist'] = async (asking) => {
    for (;;) {
      const answer = await asking()
      if (answer !== null) return answer
      if (performance.now() > answersBy) throw new Broken('What was begun is never acknowledged')
      await pause(ASK_AGAIN_MS)
    }
  }

  const login = { username: 'admin', password: PASSWORD }
  token = (await insist(() => ask<{ token: string }>('POST', '/api/auth/login', login))).token
  const person: Person = { ask, ledger, insist }
  const images = await prepare(person, 2)
  const { plans } = await insist(() => ask<{ plans: SubscriptionPlan[] }>('POST', '/api/init-subscription-plans'))
  // A gift that is held up must not keep people from making reels.
  const gift = { credits: GIFT, reason: 'gift-to-begin-with' }
  await insist(() => ask('POST', '/api/companies/1/credits', gift, gift.reason))
  ledger.gifts.add(gift.reason)
  ledger.sentGifts.add(gift.reason)
  const [plan] = plans
  if (!plan) throw new Error('There is no plan to buy')

  const keepDoing = async (pauseMs: number, act: () => Promise<unknown>) => {
    while (!isEnding) {
      await act()
      acknowledged += 1
      await pause(pauseMs)
    }
  }
  const reads = ['/api/accounts', '/api/accounts/1', '/api/metrics/global', '/api/airtable/draft-posts']
  const working = [
    ...reads.map((path) => keepDoing(PAUSES.read, () => ask('GET', path))),
    keepDoing(PAUSES.add, () => addAccount(person)),
    keepDoing(PAUSES.edit, () => changeNote(person, 1)),
    keepDoing(PAUSES.edit, () => changeNote(person, 2)),
    keepDoing(PAUSES.edit, () => makeDraft(person)),
    keepDoing(PAUSES.edit, () => giveCredit(person)),
    keepDoing(PAUSES.reel, () => makeReel(person, images, false)),
    keepDoing(PAUSES.video, () => makeReel(person, images, true)),
    keepDoing(PAUSES.pay, () => buyPlan(person, ledger.plans, plan)),
  ]
  const failed = Promise.all(working).then(() => new Promise<never>(() => {}))
  failed.catch(() => {})
  return {
    ledger,
    samples,
    failed,
    async end() {
      isEnding = true
      answersBy = performance.now() + ENDS_WITHIN_MS
      await Promise.all(working)
      return { requests: samples.length, acknowledged, refused }
    },
  }
}

/** A company subscribes and pays; each step is sent again until it is acknowledged. */
async function buyPlan({ ask, insist }: Person, paid: Map<number, number>, plan: SubscriptionPlan): Promise<void> {
  const company = await ask<{ id: number }>('POST', '/api/companies', { name: `Company ${randomUUID()}` })
  // Whether it was made is not known: nothing hangs on it yet.
  if (!company) return
  const path = `/api/companies/${company.id}/subscription`
  const order = { planId: plan.id, customerName: 'Mia', customerEmail: 'mia@example.test' }
  const { clientSecret: setup } = await insist(() => ask<{ clientSecret: string }>('POST', `${path}/setup`, order))
  const confirm = (clientSecret: string, card: object) =>
    insist(() =>
      ask<RouteReply<'POST /api/payments/sandbox/confirm'>>('POST', '/api/payments/sandbox/confirm', {
        clientSecret,
        ...card,
      }),
    )
  const { paymentMethodId } = await confirm(setup, { card: CARD })
  const begun = await insist(() =>
    ask<RouteReply<'POST /api/companies/:companyId/subscription'>>('POST', path, { ...order, paymentMethodId }),
  )
  if (begun.clientSecret) await confirm(begun.clientSecret, {})
  paid.set(company.id, plan.credits)
  await insist(async () => {
    const credits = await ask<{ remaining: number }>('GET', `/api/companies/${company.id}/credits`)
    return credits && credits.remaining >= plan.credits ? credits : null
  })
}
