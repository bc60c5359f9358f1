/** External services whose calls have a quota, for all processes together. */
import type { InstagramSourceName } from './instagram.ts'

/**
 * `airtable`: the one base that the installation has connected. `s3`: its bucket, which is called as often as it is
 * needed. `openai`: the text provider, OpenAI or a compatible server. `stripe`: the payment provider, as often as
 * customers pay. `google`: Google Drive, as often as companies need theirs.
 */
export type OutsideServiceName = InstagramSourceName | 'airtable' | 's3' | 'openai' | 'stripe' | 'google'

/**
 * Whose quota it is: a service's, that of one of the connections that administrators have added to a source, or that of an account
 * whose owner has connected it; `own` is the pace at which the figures of all such accounts are read.
 */
export type QuotaName = OutsideServiceName | 'own' | `${InstagramSourceName | 'own'}:${number}`

/** A service, or one connection of it, as far as its quota is concerned. */
export interface OutsideService {
  readonly name: QuotaName
  /** Calls that the service allows, on average. */
  readonly callsPerHour: number
}

/** Why a call failed, as far as the quota is concerned. See `SourceFailure` for the kinds. */
export interface ServiceFailure {
  readonly kind: 'refused' | 'limited' | 'unavailable'
  /** In words for people. */
  readonly message: string
  /** Epoch milliseconds; null where the service does not say. */
  readonly retryAt: number | null
}
