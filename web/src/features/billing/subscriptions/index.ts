/** What other rooms may use of subscriptions. Pages import components directly. */
export { refreshSubscription } from './queries.ts'
