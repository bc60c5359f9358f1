export { draftsRoutes } from './drafts.routes.ts'
export { type DraftsService, draftsService } from './drafts.service.ts'
