export { mayPay } from './payment-operations.policy.ts'
export { type PaymentOperations, paymentOperations } from './payment-operations.service.ts'
