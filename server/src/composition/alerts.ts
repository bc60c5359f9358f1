/** The wiring of alerts: what they look at, and how people receive them. */
import type { SourceConnectionsService } from '#features/analytics/index.ts'
import { alertEvaluation, alertJobs, alertsService } from '#features/operations/index.ts'
import type { InstagramSource } from '#ports/instagram.ts'

type Tools = Parameters<typeof alertEvaluation>[0] & Parameters<typeof alertsService>[0]

export function composeAlerts({
  sources,
  graphTokenExpiresAt,
  sourceConnections,
  ...tools
}: Omit<Tools, 'tokens'> & {
  sources: readonly InstagramSource[]
  sourceConnections: Pick<SourceConnectionsService, 'endingTokens'>
  graphTokenExpiresAt: number | null
}) {
  const evaluation = alertEvaluation({
    ...tools,
    tokens: async () => [
      ...sources.flatMap(({ name, title }) =>
        name === 'graph' && graphTokenExpiresAt !== null ? [{ name, title, expiresAt: graphTokenExpiresAt }] : [],
      ),
      ...(await sourceConnections.endingTokens()),
    ],
  })
  return { services: { alerts: alertsService(tools) }, purge: evaluation.purge, ...alertJobs(evaluation) }
}
