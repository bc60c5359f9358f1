/** Services outside whose calls keep a pace, all nodes together. */
import type { InstagramSourceName } from './instagram.ts'

/**
 * `airtable`: the one base that the installation has connected. `s3`: its bucket, which is called as often as it is needed.
 * `openai`: whoever writes texts, OpenAI or a server that speaks like it. `stripe`: who takes money for plans, as often as people pay.
 * `google`: Google Drive, as often as companies need theirs.
 */
export type OutsideServiceName = InstagramSourceName | 'airtable' | 's3' | 'openai' | 'stripe' | 'google'

export interface OutsideService {
  readonly name: OutsideServiceName
  /** Calls that the service allows, on average. */
  readonly callsPerHour: number
}

/** Why a call told nothing, as far as the pace is concerned. See `SourceFailure` for the kinds. */
export interface ServiceFailure {
  readonly kind: 'refused' | 'limited' | 'unavailable'
  /** In words for people. */
  readonly message: string
  /** Epoch milliseconds; null where the service does not say. */
  readonly retryAt: number | null
}
