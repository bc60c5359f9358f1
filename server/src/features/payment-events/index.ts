export { paymentEventJobs } from './payment-events.jobs.ts'
export { paymentEventsRoutes } from './payment-events.routes.ts'
export { type PaymentEvents, paymentEvents } from './payment-events.service.ts'
