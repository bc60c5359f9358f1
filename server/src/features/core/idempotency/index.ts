export { asked, type Claim, type KeptAnswers, keptAnswers } from './idempotency.service.ts'
