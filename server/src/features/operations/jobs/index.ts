export { workQueueRoutes } from './jobs.routes.ts'
export { type WorkQueueService, workQueueService } from './jobs.service.ts'
