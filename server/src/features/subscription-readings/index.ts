export { subscriptionReadingJobs } from './subscription-readings.jobs.ts'
export { creditsForRest, isLive, isOver, isUnsettled, type SubscriptionRow } from './subscription-readings.rules.ts'
export { type Read, type SubscriptionReadings, subscriptionReadings } from './subscription-readings.service.ts'
