export { activityRoutes } from './activity.routes.ts'
export { type ActivityService, activityService } from './activity.service.ts'
export { type Happening, tell } from './activity.store.ts'
