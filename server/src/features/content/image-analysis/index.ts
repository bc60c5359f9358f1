export { analysesRoutes } from './image-analysis.routes.ts'
export { type AnalysesService, analysesService } from './image-analysis.service.ts'
