export { asFailure, askAgainAt, isCertain, isGone } from './payment-calls.rules.ts'
