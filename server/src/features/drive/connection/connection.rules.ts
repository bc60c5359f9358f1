/** Pure decisions about connecting a drive: which browser may finish it, its message, and the next address. */
import { createHash } from 'node:crypto'
import { Failure } from '#platform/errors.ts'
import { type BrowserRequest, browserMark } from '#platform/http/browser-mark.ts'
import type { Viewer } from '#platform/viewer.ts'
import { DriveFailure } from '#ports/drive.ts'

/** The user has ten minutes for the provider's page. */
export const WAY_BACK_MS = 10 * 60_000

const mark = browserMark('tangelo-drive', WAY_BACK_MS)
export const markOf = mark.of
export const markingCookie = mark.cookie

export const returnAddressOf = ({ origin }: BrowserRequest): string => `${origin}/api/google/auth/callback`

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The S256 challenge of a verifier. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** What the secret of a drive is sealed for, and the verifier of a way back. */
export const drivePurpose = (companyId: number): string => `drive:${companyId}`
export const verifierPurpose = (stateHash: string): string => `drive-verifier:${stateHash}`

/** What is sealed of a way back. */
interface Way {
  /** In which it began. */
  sessionId: string
  verifier: string
}

export const writeWay = ({ sessionId, verifier }: Way): string => `${sessionId} ${verifier}`

export function readWay(text: string): Way {
  const [sessionId = '', verifier = ''] = text.split(' ')
  return { sessionId, verifier }
}

export const CONNECTED = '/reel-imports?success=true'

export const toErrorAddress = (sentence: string): string => `/reel-imports?${new URLSearchParams({ error: sentence })}`

/** Sentences for a user who comes back without having connected a drive. */
export const COMING_BACK = {
  notOurs: 'This page was not opened from here, was already used, or took longer than ten minutes. Connect again.',
  notAllowed: 'You may no longer connect a drive for this company.',
  declined: 'Access to the drive was not granted.',
  failed: 'The drive answered with an error. Try again.',
}

/** The query with which the provider's page redirects back. */
export interface Return {
  state?: string | undefined
  code?: string | undefined
  error?: string | undefined
}

export const noWayBack = () => new Failure(400, 'no_way_back', COMING_BACK.notOurs)

/** The provider's own error text is never displayed. */
export const declined = (error: string | undefined): Failure =>
  new Failure(400, 'declined', error === 'access_denied' ? COMING_BACK.declined : COMING_BACK.failed)

export const LOST = 'The connection has ended: access was withdrawn or has expired. Connect again.'
export const UNREADABLE = 'The connection can no longer be read. Connect again.'

export const notConnected = () => new DriveFailure('connection_lost', 'The drive is not connected.')

/** Checks, at the moment of coming back, that the user may still connect a drive for the company. */
export const mayStillConnect = (
  user: Pick<Viewer, 'role' | 'companyId'> | undefined,
  companyId: number,
): user is Pick<Viewer, 'role' | 'companyId'> =>
  user !== undefined && (user.role === 'admin' || (user.role === 'pro' && user.companyId === companyId))
