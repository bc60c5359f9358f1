/** Tests of outside services: a small call, whose outcome is noted where the quotas are. */
import type { RouteReply } from '@tangelo/contract'
import type { ProviderQuotasService } from '#features/core/index.ts'
import type { DriveConnectionsService } from '#features/drive/index.ts'
import type { Database } from '#platform/database/database.ts'
import { DriveFailure } from '#ports/drive.ts'
import { type InstagramSource, type InstagramSourceName, SourceFailure } from '#ports/instagram.ts'
import type { ServiceFailure } from '#ports/outside-service.ts'
import type { Payments } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import { integrationsView } from '../integrations.view.ts'

/** A public account that every source should know, for an installation without accounts. */
const KNOWN_NAME = 'instagram'
export const TEST_MS = 60_000

/** Of payments and drives; the others pass. */
const KINDS: Partial<Record<PaymentsFailure['kind'] | DriveFailure['kind'], ServiceFailure['kind']>> = {
  unauthorized: 'refused',
  refused: 'refused',
  connection_lost: 'refused',
  limited: 'limited',
}

export type Tested = RouteReply<'POST /api/connections/:name/test'>

export function serviceTests({
  database,
  bucket,
  payments,
  drives,
  quotas,
}: {
  database: Database
  bucket: { whyNot(): Promise<string | null> } | null
  payments: Pick<Payments, 'test'>
  drives: Pick<DriveConnectionsService, 'driveOf' | 'isConnected' | 'use'>
  quotas: ProviderQuotasService
}) {
  const view = integrationsView(database.queries)

  async function testBucket(): Promise<void> {
    if (!bucket) return
    const message = await bucket.whyNot()
    if (message === null) {
      // Created by the first response, whatever its status.
      await quotas.unpause('s3')
      await quotas.noteSuccess('s3', { percent: null })
    } else await quotas.noteFailure('s3', { kind: 'unavailable', message, retryAt: null })
  }

  async function testPayments(): Promise<void> {
    try {
      await payments.test()
      await quotas.unpause('stripe')
      await quotas.noteSuccess('stripe', { percent: null })
    } catch (error) {
      if (!(error instanceof PaymentsFailure)) throw error
      const { message, retryAt } = error
      await quotas.noteFailure('stripe', { kind: KINDS[error.kind] ?? 'unavailable', message, retryAt })
    }
  }

  /** What the installation has set; then, where the administrator's company has connected a drive, that drive. */
  async function testDrive(companyId: number): Promise<void> {
    const signal = AbortSignal.timeout(TEST_MS)
    try {
      await drives.driveOf(companyId).drive.test(signal)
      if (await drives.isConnected(companyId)) await drives.use(companyId, (files) => files.folders(signal).next())
      await quotas.unpause('google')
      await quotas.noteSuccess('google', { percent: null })
    } catch (error) {
      if (!(error instanceof DriveFailure)) throw error
      const { message, retryAt } = error
      await quotas.noteFailure('google', { kind: KINDS[error.kind] ?? 'unavailable', message, retryAt })
    }
  }

  /** An own account that it has read already, else any own one, else one that everybody knows. */
  const testAccountOf = async (name: InstagramSourceName): Promise<string> =>
    (await view.accountFor(name))?.username ?? KNOWN_NAME

  async function testSource(source: InstagramSource): Promise<Tested['account']> {
    const username = await testAccountOf(source.name)
    try {
      const { outcomes, use } = await source.read([username], AbortSignal.timeout(TEST_MS))
      await quotas.unpause(source.name)
      await quotas.noteSuccess(source.name, use)
      const outcome = outcomes.get(username.toLowerCase())
      return { username, followers: outcome?.reading?.followers ?? null, message: outcome?.failure?.message ?? null }
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error
      await quotas.noteFailure(source.name, error)
      return null
    }
  }

  return { testBucket, testPayments, testDrive, testSource, testAccountOf }
}
