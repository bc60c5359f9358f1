import type { Queries } from '#platform/database/database.ts'

export function metricsView(db: Queries) {
  return {
    quotas: () =>
      db
        .selectFrom('provider_quotas')
        .select(['name', 'used_percent', 'next_call_at', 'paused_until', 'failures'])
        .orderBy('name')
        .execute(),
  }
}
