/**
 * Calls to Google with a company's grant. Access tokens are cached here, in memory; expired ones are renewed. A
 * temporary failure is retried, twice at most, unless the caller forbids it.
 */
import { setTimeout } from 'node:timers/promises'
import type { drive_v3 } from '@googleapis/drive'
import type { Clock } from '#ports/clock.ts'
import { DriveFailure } from '#ports/drive.ts'
import { googleFailure, isTokenRefused } from './google-failure.ts'
import { type GoogleLimits, googleFetch } from './google-fetch.ts'
import { type Client, type GoogleSettings, googleGrants, type Kept, library } from './google-grants.ts'

export interface GoogleParts {
  clock: Clock
  /** How waiting before another try passes. */
  pause?: (ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<unknown>
  /** From 0 to 1, so that companies that failed together do not come back together. */
  chance?: () => number
  limits?: GoogleLimits
}

/** What a call is made with. */
export interface Asking {
  files: drive_v3.Resource$Files
  about: drive_v3.Resource$About
  /** For every call but those whose answer is read in chunks. */
  options: { signal: AbortSignal }
  streamed: { signal: AbortSignal; responseType: 'stream'; fetchImplementation: typeof fetch }
  fetch: typeof fetch
  /** For calls that the package does not make. */
  authorization(): Promise<string>
}

export interface GoogleGrant {
  /** What `call` brings. Throws `DriveFailure`, or the signal's reason. */
  ask<Result>(
    signal: AbortSignal,
    call: (asking: Asking) => Promise<Result>,
    options?: { isRepeatable?: boolean },
  ): Promise<Result>
  /** Addresses of thumbnails that came with pictures, by the ids of these; separate for each grant. */
  links: { get(imageId: string): string | undefined; keep(imageId: string, link: string): void }
}

const LIMITS: GoogleLimits = {
  answer: { connectMs: 5_000, wholeMs: 20_000, bytes: 20 * 1024 * 1024 },
  download: { connectMs: 5_000, idleMs: 20_000 },
}
const REPEATS = 2
const FIRST_WAIT_MS = 250
/** A longer wait fails with its end, and the caller retries. */
const WAIT_MS_MAX = 5_000
/** Of all companies together, some five megabytes. */
const LINKS_KEPT = 20_000

export function googleClient(
  settings: GoogleSettings,
  { clock, pause = setTimeout, chance = Math.random, limits = LIMITS }: GoogleParts,
) {
  const links = new Map<string, string>()
  const calls = googleFetch(limits)
  const { newClient, findOrBeginGrant, keep } = googleGrants(settings, calls.fetchAnswer)

  return {
    newClient,

    grant(secret: string, onNewSecret: (secret: string) => Promise<void> = async () => {}): GoogleGrant {
      async function takeNewSecret(own: Kept, client: Client) {
        const next = own.newSecret
        if (next === null) return
        own.newSecret = null
        client.setCredentials({ ...client.credentials, refresh_token: next })
        keep(next, own)
        await onNewSecret(next)
      }

      async function once<Result>(signal: AbortSignal, call: (asking: Asking) => Promise<Result>) {
        const own = findOrBeginGrant(secret)
        const [{ drive }, client] = await Promise.all([library(), own.client])
        try {
          const { files, about } = drive({ version: 'v3', auth: client, rootUrl: `${settings.apiUrl}/` })
          return await call({
            files,
            about,
            fetch: calls.fetchAnswer,
            options: { signal },
            streamed: { signal, responseType: 'stream', fetchImplementation: calls.fetchStream },
            async authorization() {
              return (await client.getRequestHeaders()).get('authorization') ?? ''
            },
          })
        } catch (error) {
          const { refresh_token } = client.credentials
          if (isTokenRefused(error)) client.setCredentials({ ...(refresh_token && { refresh_token }) })
          throw error
        } finally {
          await takeNewSecret(own, client)
        }
      }

      const placeOf = (imageId: string) => `${findOrBeginGrant(secret).number}/${imageId}`

      return {
        links: {
          get: (imageId) => links.get(placeOf(imageId)),
          keep(imageId, link) {
            const place = placeOf(imageId)
            links.delete(place)
            links.set(place, link)
            // The oldest are the first to end.
            for (const [oldest] of links) {
              if (links.size <= LINKS_KEPT) return
              links.delete(oldest)
            }
          },
        },
        async ask(signal, call, { isRepeatable = true } = {}) {
          let hasNewToken = false
          for (let repeat = 0; ; repeat += 1) {
            try {
              signal.throwIfAborted()
              return await once(signal, call)
            } catch (error) {
              signal.throwIfAborted()
              if (isTokenRefused(error) && !hasNewToken) {
                hasNewToken = true
                repeat -= 1
                continue
              }
              const failure = googleFailure(error, clock.now())
              const waitMs = waitBefore(failure, repeat)
              if (!isRepeatable || waitMs === null) throw failure
              await pause(waitMs, undefined, { signal }).catch((reason: unknown) => {
                signal.throwIfAborted()
                throw reason
              })
            }
          }
        },
      }
    },
  }

  /** Null where another try is of no use, or not now. */
  function waitBefore(failure: unknown, repeat: number): number | null {
    if (!(failure instanceof DriveFailure) || repeat >= REPEATS) return null
    if (failure.kind !== 'unavailable' && failure.kind !== 'limited') return null
    const asked = failure.retryAt === null ? 0 : failure.retryAt - clock.now()
    const waitMs = Math.max(asked, FIRST_WAIT_MS * 2 ** repeat * (0.5 + chance()))
    return waitMs > WAIT_MS_MAX ? null : waitMs
  }
}
