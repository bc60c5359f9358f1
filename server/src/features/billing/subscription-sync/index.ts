export { subscriptionReadingJobs } from './subscription-sync.jobs.ts'
export { creditsForRest, isLive, isOver, isUnsettled, type SubscriptionRow } from './subscription-sync.rules.ts'
export { type Read, type SubscriptionReadings, subscriptionReadings } from './subscription-sync.service.ts'
