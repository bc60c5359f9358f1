export { isPaused } from './sources.rules.ts'
export { type Pause, type SourcesService, sourcesService } from './sources.service.ts'
export type { SourceRow } from './sources.store.ts'
