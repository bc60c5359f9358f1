/** What other rooms may use of the figures. Components are imported by the pages directly. */
export { globalMetrics, historiesKey, metricsKey } from './queries.ts'
