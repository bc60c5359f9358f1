/** The wiring of alerts: what they look at, and how people receive them. */
import { alertEvaluation, alertJobs, alertsService } from '#features/operations/index.ts'
import type { InstagramSource } from '#ports/instagram.ts'

type Tools = Parameters<typeof alertEvaluation>[0] & Parameters<typeof alertsService>[0]

export function composeAlerts({
  sources,
  graphTokenExpiresAt,
  ...tools
}: Omit<Tools, 'tokens'> & {
  sources: readonly InstagramSource[]
  graphTokenExpiresAt: number | null
}) {
  const evaluation = alertEvaluation({
    ...tools,
    tokens: sources.flatMap(({ name, title }) =>
      name === 'graph' && graphTokenExpiresAt !== null ? [{ name, title, expiresAt: graphTokenExpiresAt }] : [],
    ),
  })
  return { services: { alerts: alertsService(tools) }, purge: evaluation.purge, ...alertJobs(evaluation) }
}
