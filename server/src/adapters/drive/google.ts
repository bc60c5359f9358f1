/**
 * Google Drive (v3), which each company connects for itself. We may see everything in it and rename, but neither change what
 * is in a file nor remove one: the least that does what is needed (docs/decisions/0020).
 */
import * as z from 'zod'
import { type Drive, type DriveConnect, DriveFailure } from '#ports/drive.ts'
import { type GoogleGrant, type GoogleParts, googleClient } from './google-client.ts'
import { googleContent } from './google-content.ts'
import { googleFailure } from './google-failure.ts'
import type { GoogleSettings } from './google-grants.ts'
import { googleListing } from './google-listing.ts'
import { File } from './google-query.ts'

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`

/** To download, and to rename. */
const SCOPES = [scope('drive.readonly'), scope('drive.metadata')]
/** Allows both, and more: the user may have given it before. */
const WHOLE_SCOPE = scope('drive')

/** Of no company. */
const NO_TOKEN = '1//tangelo-asks-whether-this-client-is-known'

const Tokens = z.object({ refresh_token: z.string().min(1).nullish(), scope: z.string().nullish() })
const About = z.object({
  user: z.object({ emailAddress: z.string().optional(), displayName: z.string().optional() }),
})

export function googleDrive(given: GoogleSettings & GoogleParts): Drive {
  const { clientId, accountsUrl, apiUrl, clock } = given
  const google = googleClient(given, given)

  /** Failures of calls about a grant, which are not made with one. */
  async function inWords<Result>(signal: AbortSignal, does: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted()
    try {
      return await does()
    } catch (error) {
      throw googleFailure(error, clock.now())
    } finally {
      signal.throwIfAborted()
    }
  }

  const connect: DriveConnect = {
    address: ({ state, challenge, returnAddress }) =>
      `${accountsUrl}/o/oauth2/v2/auth?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: returnAddress,
        response_type: 'code',
        scope: SCOPES.join(' '),
        // A refresh token comes with these two only.
        access_type: 'offline',
        prompt: 'consent',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })}`,

    async exchange({ code, verifier, returnAddress }, signal) {
      const tokens = await inWords(signal, async () => {
        const client = await google.newClient()
        const answer = await client.getToken({ code, codeVerifier: verifier, redirect_uri: returnAddress })
        return Tokens.parse(answer.tokens)
      }).catch(refuseIfLost)
      const secret = tokens.refresh_token
      if (!secret) throw new DriveFailure('refused', 'Google did not allow lasting access: connect Google Drive again.')
      const allowed = (tokens.scope ?? '').split(' ')
      if (!allowed.includes(WHOLE_SCOPE) && !SCOPES.every((one) => allowed.includes(one))) {
        // The grant is useless, and would stay unnoticed.
        await connect.revoke(secret, signal).catch(nothingMore)
        throw new DriveFailure(
          'refused',
          'Google Drive was connected without all that is needed: connect it again, and leave every box ticked.',
        )
      }
      return { secret, owner: await ownerOf(google.grant(secret), signal) }
    },

    revoke: (secret, signal) =>
      inWords(signal, async () => {
        await (await google.newClient()).revokeToken(secret)
      }).catch(nothingForLost),
  }

  return {
    name: 'google',
    title: 'Google Drive',
    connect,
    watch: null,
    async test(signal) {
      // Google judges the client before the token: for one that it knows, this token alone is refused.
      const asked = inWords(signal, async () => {
        const client = await google.newClient()
        client.setCredentials({ refresh_token: NO_TOKEN })
        await client.refreshAccessToken()
      })
      await asked.catch(nothingForLost)
    },
    files(secret, onNewSecret) {
      if (secret === null) throw new Error('Google Drive is opened with a grant')
      const grant = google.grant(secret, onNewSecret)
      return { ...googleListing(grant), ...googleContent(grant, { apiUrl }), rename: renameWith(grant) }
    },
  }
}

const renameWith =
  ({ ask }: GoogleGrant): ReturnType<Drive['files']>['rename'] =>
  async ({ entryId }, name, signal) => {
    const where = { fileId: entryId, fields: 'id,name', supportsAllDrives: true }
    const now = await ask(signal, async ({ files, options }) => File.parse((await files.get(where, options)).data).name)
    // Google would take it as a change, and show it as one.
    if (now === name) return
    await ask(signal, ({ files, options }) => files.update({ ...where, requestBody: { name } }, options), {
      isRepeatable: false,
    })
  }

/** Null where the provider does not report it, or not at the moment: the connection works without. */
async function ownerOf({ ask }: GoogleGrant, signal: AbortSignal): Promise<string | null> {
  try {
    const { user } = await ask(signal, async ({ about, options }) =>
      About.parse((await about.get({ fields: 'user(emailAddress,displayName)' }, options)).data),
    )
    return user.emailAddress ?? user.displayName ?? null
  } catch (error) {
    if (error instanceof DriveFailure) return null
    throw error
  }
}

/** There is no connection yet that could be lost. */
function refuseIfLost(error: unknown): never {
  if (error instanceof DriveFailure && error.kind === 'connection_lost')
    throw new DriveFailure('refused', 'Google does not accept this answer any more: connect Google Drive again.')
  throw error
}

/** It has ended already, which is what was wanted. */
function nothingForLost(error: unknown): void {
  if (!(error instanceof DriveFailure && error.kind === 'connection_lost')) throw error
}

function nothingMore(error: unknown): void {
  if (!(error instanceof DriveFailure)) throw error
}
