export { activityRoutes } from './activity.routes.ts'
export { type ActivityService, activityService } from './activity.service.ts'
export { tell } from './activity.store.ts'
