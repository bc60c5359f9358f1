export { activityRoutes } from './events.routes.ts'
export { type ActivityService, activityService } from './events.service.ts'
export { tell } from './events.store.ts'
