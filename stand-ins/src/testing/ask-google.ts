/** For tests of the stand-in of Google: its page, codes and tokens, and calls of Drive. */
import { createHash } from 'node:crypto'
import type { GoogleStandIn } from '../google/google-stand-in.ts'

const verifier = 'a-verifier-that-is-long-enough-for-the-contract-of-oauth'
export const back = 'https://app.example.test/api/google/auth/callback'
export const everything = 'https://www.googleapis.com/auth/drive'

export function addressOf(google: GoogleStandIn, more: Record<string, string> = {}) {
  return `${google.url}/o/oauth2/v2/auth?${new URLSearchParams({
    client_id: google.clientId,
    redirect_uri: back,
    response_type: 'code',
    scope: everything,
    state: 'a b&c',
    access_type: 'offline',
    prompt: 'consent',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...more,
  })}`
}

export async function postForm(google: GoogleStandIn, path: string, form: Record<string, string>) {
  const answer = await fetch(`${google.url}${path}`, { method: 'POST', body: new URLSearchParams(form) })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

export const exchange = (google: GoogleStandIn, code: string, more: Record<string, string> = {}) =>
  postForm(google, '/token', {
    grant_type: 'authorization_code',
    code,
    client_id: google.clientId,
    client_secret: google.clientSecret,
    redirect_uri: back,
    code_verifier: verifier,
    ...more,
  })

export const refresh = (google: GoogleStandIn, token: string) =>
  postForm(google, '/token', {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: google.clientId,
    client_secret: google.clientSecret,
  })

export const codeIn = (address: string) => new URL(address).searchParams.get('code') ?? ''

export async function connectGoogle(google: GoogleStandIn, scope?: string) {
  const code = codeIn(google.decide(addressOf(google, scope ? { scope } : {}), { isAllowed: true }))
  const { body } = await exchange(google, code)
  return { access: body.access_token ?? '', refresh: body.refresh_token ?? '' }
}

export async function drive(google: GoogleStandIn, access: string, path: string, init: RequestInit = {}) {
  const answer = await fetch(`${google.url}/drive/v3/${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${access}`, ...(init.body ? { 'Content-Type': 'application/json' } : {}) },
  })
  return {
    status: answer.status,
    body: (await answer.json()) as { files?: object[]; nextPageToken?: string; error?: object },
  }
}
