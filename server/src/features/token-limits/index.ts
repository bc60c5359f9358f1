export { type Allowance, type TokenLimitsService, tokenLimitsService } from './token-limits.service.ts'
