export { metricsRoutes } from './metrics.routes.ts'
export {
  engagementInputs,
  engagementRate,
  type Figures,
  fingerprint,
  followersTrend,
  latestFigures,
  WEEK_MS,
} from './metrics.rules.ts'
export { bringAllUpToDate, type MetricsService, metricsService, storeReading } from './metrics.service.ts'
export { metricsStore, type SnapshotRow } from './metrics.store.ts'
