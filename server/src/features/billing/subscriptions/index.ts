export { subscriptionsRoutes } from './subscriptions.routes.ts'
export { expectRunning } from './subscriptions.rules.ts'
export { type Begun, type SubscriptionsService, subscriptionsService } from './subscriptions.service.ts'
