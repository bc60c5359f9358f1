/**
 * Why a call failed, in a sentence for users, without keys and ids of the provider. `declined`: the card was refused;
 * `reason` says why, and another card may help. `gone`: no such thing at the provider, or not any more. `refused`: not
 * as things stand there, such as changing an ended subscription; a retry changes nothing. `conflict`: the same
 * operation id was used before with other parameters. `unauthorized`: the provider does not accept the key. `limited`:
 * too many calls; `retryAt` is the moment to retry. `unavailable`: network, time-outs, faults at the provider. The
 * request may have taken effect all the same: repeat it with the same operation id. `not_understood`: an answer that
 * does not fit what was agreed. `not_authentic`: an event that the provider did not sign, or not at about this time.
 * `malformed`: an event that it signed and that cannot be read.
 */
export class PaymentsFailure extends Error {
  override name = 'PaymentsFailure'
  readonly kind:
    | 'declined'
    | 'gone'
    | 'refused'
    | 'conflict'
    | 'unauthorized'
    | 'limited'
    | 'unavailable'
    | 'not_understood'
    | 'not_authentic'
    | 'malformed'
  /** Epoch milliseconds; null where it is unknown. */
  readonly retryAt: number | null
  /** Of `declined`, as card networks call it: 'insufficient_funds', 'expired_card', 'generic_decline'. Null otherwise. */
  readonly reason: string | null
  /** Of `unavailable`: the provider answered, and may answer this operation so from now on. */
  readonly isKept: boolean
  constructor(
    kind: PaymentsFailure['kind'],
    message: string,
    {
      retryAt = null,
      reason = null,
      isKept = false,
    }: Partial<Pick<PaymentsFailure, 'retryAt' | 'reason' | 'isKept'>> = {},
  ) {
    super(message)
    this.kind = kind
    this.retryAt = retryAt
    this.reason = reason
    this.isKept = isKept
  }
}
