/**
 * Answers to requests that carry an `Idempotency-Key`: who sends one again, because no answer came, gets what was answered
 * and causes nothing a second time. A request that failed has no answer, and may be sent again.
 */
import { createHash } from 'node:crypto'
import type { Database, Queries } from '#platform/database/database.ts'
import { Failure, invalidInput } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type AnswerKey, keptAnswersStore } from './kept-answers.store.ts'

const KEY = /^[\x21-\x7e]{1,200}$/
const KEPT_MS = 24 * 60 * 60_000

export interface Asked extends AnswerKey {
  asked: string
}

/** Null without a key. Throws `invalid_input` for a key that is none. */
export function asked(viewer: Viewer, companyId: number, key: unknown, body: unknown): Asked | null {
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key))
    throw invalidInput('Idempotency-Key must be 1 to 200 characters without spaces')
  const asked = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  return { company_id: companyId, user_id: viewer.userId ?? 0, key, asked }
}

/**
 * What was answered to this request; null when nobody has asked. Throws `key_reused` when the key came with another body. In
 * a transaction, whoever sends the same key meanwhile waits until it ends.
 */
export async function keptAnswer<Answer>(
  { queries, isWriting, at }: { queries: Queries; isWriting: boolean; at: number },
  question: Asked | null,
): Promise<Answer | null> {
  if (!question) return null
  const store = keptAnswersStore(queries)
  if (isWriting && (await store.add({ ...question, answer: '', at }))) return null
  const kept = await store.find(question)
  if (!kept) return null
  if (kept.asked !== question.asked)
    throw new Failure(422, 'key_reused', 'This Idempotency-Key came with another request: use a new one for each')
  return JSON.parse(kept.answer)
}

export async function rememberAnswer(tx: Queries, question: Asked | null, answer: object): Promise<void> {
  if (question) await keptAnswersStore(tx).set(question, JSON.stringify(answer))
}

/** Forgets answers that nobody waits for any more. Safe to repeat. */
export async function tidyAnswers({ queries }: Database, now: number): Promise<void> {
  await keptAnswersStore(queries).forget(now - KEPT_MS)
}
