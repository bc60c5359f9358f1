export { paymentEventJobs } from './provider-events.jobs.ts'
export { paymentEventsRoutes } from './provider-events.routes.ts'
export { type PaymentEvents, paymentEvents } from './provider-events.service.ts'
