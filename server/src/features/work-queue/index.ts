export { workQueueRoutes } from './work-queue.routes.ts'
export { type WorkQueueService, workQueueService } from './work-queue.service.ts'
