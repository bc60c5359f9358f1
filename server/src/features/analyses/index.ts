export { analysesRoutes } from './analyses.routes.ts'
export { type AnalysesService, analysesService } from './analyses.service.ts'
