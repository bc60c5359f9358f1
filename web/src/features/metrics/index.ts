/** What other rooms may use of the figures. Components are imported by the pages directly. */
export { globalMetrics, metricsKey } from './queries.ts'
