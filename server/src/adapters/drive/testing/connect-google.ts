/** Google Drive through its stand-in, which judges every call by the contract; time moves as the test says. */
import { createHash } from 'node:crypto'
import { type GoogleOptions, type GoogleStandIn, googleStandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished } from 'vitest'
import type { Drive } from '#ports/drive.ts'
import { anySignal } from '../../../testing/drive-suite.ts'
import { googleDrive } from '../google.ts'
import type { GoogleLimits } from '../google-fetch.ts'

export const beginning = Date.parse('2026-11-21T12:00:00Z')
export const returnAddress = 'https://app.example.test/api/google/auth/callback'
const verifier = 'a-verifier-that-is-long-enough-for-what-oauth-asks-of-it'
const challenge = createHash('sha256').update(verifier).digest('base64url')

export async function standing(options: GoogleOptions & { limits?: GoogleLimits } = {}) {
  let now = beginning
  const google = await googleStandIn({ clock: { now: () => now }, ...options }).start()
  onTestFinished(async () => {
    await google.end()
    expect(google.violations).toEqual([])
  })
  const pauses: number[] = []
  const { url, clientId, clientSecret } = google
  const drive = googleDrive({
    clientId,
    clientSecret,
    accountsUrl: url,
    oauthUrl: url,
    apiUrl: url,
    clock: { now: () => now },
    pause: async (ms) => pauses.push(ms),
    chance: () => 0.5,
    ...(options.limits && { limits: options.limits }),
  })
  return { google, drive, pauses, moveBy: (ms: number) => (now += ms) }
}

export const answerTo = (google: GoogleStandIn, drive: Drive, scope?: string) => {
  const address = drive.connect?.address({ state: 'a state', challenge, returnAddress }) ?? ''
  const back = new URL(google.decide(address, { isAllowed: true, ...(scope !== undefined && { scope }) }))
  expect(back.searchParams.get('state')).toBe('a state')
  return { code: back.searchParams.get('code') ?? '', verifier, returnAddress }
}

export const exchangeCode = ({ google, drive }: { google: GoogleStandIn; drive: Drive }, scope?: string) => {
  if (!drive.connect) throw new Error('nothing to connect')
  return drive.connect.exchange(answerTo(google, drive, scope), anySignal())
}

export async function connectGoogle(options: Parameters<typeof standing>[0] = {}) {
  const here = await standing(options)
  const { secret } = await exchangeCode(here)
  const newSecrets: string[] = []
  const files = here.drive.files(secret, async (next) => void newSecrets.push(next))
  const callsSince = () => {
    const before = here.google.calls.total
    return () =>
      here.google.calls
        .latest()
        .slice(before)
        .map(({ operation }) => operation)
  }
  return { ...here, secret, files, newSecrets, callsSince }
}
