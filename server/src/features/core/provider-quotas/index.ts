export { isPaused } from './provider-quotas.rules.ts'
export { type Pause, type SourcesService, sourcesService } from './provider-quotas.service.ts'
export type { SourceRow } from './provider-quotas.store.ts'
