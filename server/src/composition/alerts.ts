/** The wiring of alerts: what they look at, and how people are told. */
import type { MetricsService } from '#features/analytics/index.ts'
import type { CreditsService } from '#features/billing/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import type { Mail } from '#features/mail/index.ts'
import {
  type AttentionService,
  alertEvaluation,
  alertJobs,
  alertsService,
  type BackupsService,
} from '#features/operations/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#ports/clock.ts'
import type { InstagramSource } from '#ports/instagram.ts'

export function composeAlerts({
  database,
  clock,
  log,
  mail,
  companies,
  metrics,
  credits,
  attention,
  backups,
  sources,
  graphTokenExpiresAt,
}: {
  database: Database
  clock: Clock
  log: Log
  mail: Mail
  companies: CompaniesService
  metrics: MetricsService
  credits: CreditsService
  attention: AttentionService
  backups: BackupsService
  sources: readonly InstagramSource[]
  graphTokenExpiresAt: number | null
}) {
  const evaluation = alertEvaluation({
    database,
    clock,
    log,
    mail,
    companies,
    metrics,
    credits,
    attention,
    backups,
    hasSource: sources.length > 0,
    tokens: sources.flatMap(({ name, title }) =>
      name === 'graph' && graphTokenExpiresAt !== null ? [{ name, title, expiresAt: graphTokenExpiresAt }] : [],
    ),
  })
  return {
    services: { alerts: alertsService({ database, clock, companies, mail }) },
    purge: evaluation.purge,
    ...alertJobs(evaluation),
  }
}
