export { type Allowance, type TokenLimitsService, tokenLimitsService } from './rate-limit.service.ts'
