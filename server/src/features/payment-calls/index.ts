export { asFailure, askAgainAt, isCertain } from './payment-calls.rules.ts'
