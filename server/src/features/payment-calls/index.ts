export { asFailure, askAgainAt, isCertain, isGone, isKept } from './payment-calls.rules.ts'
