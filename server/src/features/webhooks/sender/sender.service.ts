/**
 * One signed call to a receiver that a person named: to the public internet only, without following redirects
 * (platform/http/guarded-call.ts). Secrets come in and go out sealed; only the call itself opens them.
 */

import { DecryptionError, type Encryption } from '#platform/encryption.ts'
import { CallFailure, type CallLimits } from '#platform/http/call-out.ts'
import { type GuardedCall, NotPublic } from '#platform/http/guarded-call.ts'
import { wholeAddresses } from '#platform/http/media-addresses.ts'
import type { Clock } from '#ports/clock.ts'
import { newWebhookSecret, readRetryAfterMs, refusalIn, signHeaders } from './sender.rules.ts'

export type WebhookCalls = ReturnType<typeof webhookCalls>

export interface SignedCall {
  userId: number
  url: string
  /** Sealed, newest first; the receiver may know any of them. */
  secrets: readonly string[]
  eventId: string
  /** JSON. */
  body: string
}

/** How a call went. */
export interface CallOutcome {
  /** Null where no answer came. */
  status: number | null
  milliseconds: number
  /** Why it does not count as taken, in a sentence; null where it does. */
  problem: string | null
  /** How long the receiver wants to be left alone. */
  retryAfterMs: number
}

const LIMITS: CallLimits = { connectMs: 3_000, wholeMs: 10_000, bytes: 0 }

const purposeOf = (userId: number) => `webhook-secret:${userId}`

/** Where the data of events names pictures and videos (docs/webhooks.md). */
const MEDIA_FIELDS = { single: ['profilePicture', 'imageUrl', 'videoUrl'], lists: [] }

export function webhookCalls({
  clock,
  encryption,
  call,
  publicUrl,
}: {
  clock: Clock
  encryption: Encryption
  call: GuardedCall
  /** The origin of media addresses; they stay paths where it is not set, since no client has come by any. */
  publicUrl: string | null
}) {
  const makeWhole = publicUrl === null ? (json: string) => json : wholeAddresses(MEDIA_FIELDS, publicUrl)

  /** Those before the newest may be of a key that is gone: the new secret that mends this must not wait until they are over. */
  function decryptSecrets([newest = '', ...before]: readonly string[], purpose: string): string[] {
    const readable = before.flatMap((secret) => {
      try {
        return [encryption.decrypt(secret, purpose)]
      } catch (error) {
        if (error instanceof DecryptionError) return []
        throw error
      }
    })
    return [encryption.decrypt(newest, purpose), ...readable]
  }

  async function answerTo({ userId, url, secrets, eventId, body: json }: SignedCall, signal: AbortSignal) {
    const body = makeWhole(json)
    const opened = decryptSecrets(secrets, purposeOf(userId))
    return call({
      url: new URL(url),
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        ...signHeaders({ eventId, body, at: clock.now() }, opened),
      },
      body,
      limits: LIMITS,
      // The receiver's response body is not read: it says nothing about whether it accepted the event.
      ignoresBody: true,
      signal,
    })
  }

  return {
    newSecret(userId: number): { secret: string; sealed: string } {
      const secret = newWebhookSecret()
      return { secret, sealed: encryption.encrypt(secret, purposeOf(userId)) }
    },

    /** Throws only the signal's reason, when the caller aborted. */
    async send(signed: SignedCall, signal: AbortSignal): Promise<CallOutcome> {
      const begun = performance.now()
      const took = () => Math.round(performance.now() - begun)
      try {
        const { status, headers } = await answerTo(signed, signal)
        const retryAfterMs = readRetryAfterMs(headers['retry-after'])
        return { status, milliseconds: took(), problem: refusalIn(status), retryAfterMs }
      } catch (error) {
        signal.throwIfAborted()
        return { status: null, milliseconds: took(), problem: whyNot(error), retryAfterMs: 0 }
      }
    },
  }
}

function whyNot(error: unknown): string {
  if (error instanceof NotPublic) return 'The address is not on the public internet.'
  if (error instanceof CallFailure) return `The receiver ${error.message}.`
  if (error instanceof DecryptionError)
    return 'The signing secret cannot be read: it was encrypted with a key that is not here. Put that key back, or make a new secret.'
  throw error
}
