export { asFailure, askAgainAt, isCertain, isGone, isKept, unlessGone } from './payment-calls.rules.ts'
