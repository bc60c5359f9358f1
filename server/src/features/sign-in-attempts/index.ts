export {
  ACCOUNT_WINDOW_MS,
  type Failures,
  FREE_FAILURES_PER_ACCOUNT,
  FREE_FAILURES_PER_ADDRESS,
  failureKey,
  guesserAt,
} from './sign-in-attempts.rules.ts'
export { type SignInAttempts, signInAttempts } from './sign-in-attempts.service.ts'
