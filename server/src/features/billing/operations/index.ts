export { mayPay } from './operations.policy.ts'
export { type PaymentOperations, paymentOperations } from './operations.service.ts'
