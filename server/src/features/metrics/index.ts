export { metricsRoutes } from './metrics.routes.ts'
export { engagementInputs, engagementRate, fingerprint } from './metrics.rules.ts'
export { bringAllUpToDate, type MetricsService, metricsService } from './metrics.service.ts'
export { metricsStore, type SnapshotRow } from './metrics.store.ts'
