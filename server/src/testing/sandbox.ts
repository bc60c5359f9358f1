/** The sandbox of payments for one test, with a clock that a test moves and cards that a person types. */
import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import { encryptionWith } from '#platform/encryption.ts'
import type { SandboxCards } from '#ports/sandbox-cards.ts'
import type { PayingPerson, StandingPayments } from './standing-payments.ts'
import { testStore } from './test-store.ts'

export const beginning = Date.parse('2026-11-21T12:00:00Z')

export async function standing() {
  const { database, dispose } = await testStore()
  onTestFinished(dispose)
  let now = beginning
  const clock = { now: () => now }
  const { id: companyId } = await database.queries
    .insertInto('companies')
    .values({ name: 'Payers', name_key: 'payers', time_zone: 'UTC', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sealed = encryptionWith(randomBytes(32))
  const payments = sandboxPayments({ database, clock, encryption: sealed })
  const cards = cardsOf(payments.sandboxCards)
  return {
    payments,
    cards,
    database,
    companyId,
    clock,
    encryption: sealed,
    person: personWith(cards),
    now: () => now,
    pass: (ms: number) => {
      now += ms
    },
    charges: async () => {
      const customers = await database.queries.selectFrom('sandbox_customers').select('id').execute()
      const pages = customers.map(({ id }) => payments.invoicesOf(id, 100))
      const invoices = (await Promise.all(pages)).flat()
      return invoices.filter(({ amountPaidCents }) => amountPaidCents > 0).length
    },
  } satisfies StandingPayments & Record<string, unknown>
}

export function cardsOf(cards: SandboxCards | null): SandboxCards {
  if (!cards) throw new Error('a sandbox without cards')
  return cards
}

export const toTypedCard = (number: string) => ({ number, expiryMonth: 12, expiryYear: 2034, cvc: '123' })

const personWith = (cards: SandboxCards): PayingPerson => ({
  confirm: (secret, number) => cards.confirm(secret, number === null ? null : toTypedCard(number)),
  answerChallenge: (secret, accepted) => cards.answerChallenge(secret, accepted),
})
