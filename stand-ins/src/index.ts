/** The outside services as tests and development meet them. The product itself never imports this. */
export { airtableErrors } from './airtable/airtable-errors.ts'
export { type AirtableOptions, type AirtableStandIn, airtableStandIn } from './airtable/airtable-stand-in.ts'
export { postsTable } from './airtable/posts-table.ts'
export type { StandInTable, TableDefinition } from './airtable/table.ts'
export { apifyErrors } from './apify/apify-errors.ts'
export { type ApifyOptions, apifyStandIn } from './apify/apify-stand-in.ts'
export {
  type ApifyItem,
  type ApifySample,
  apifyErrorProblems,
  apifyItemProblems,
  apifyProfiles,
} from './apify-profiles.ts'
export { type Balancer, startBalancer } from './balancer/balancer.ts'
export type { ReelFolder } from './google/drive-orders.ts'
export { googleErrors } from './google/google-errors.ts'
export { type GoogleOptions, type GoogleStandIn, googleStandIn } from './google/google-stand-in.ts'
export { graphErrors } from './graph/graph-errors.ts'
export { type GraphOptions, type GraphStandIn, graphStandIn } from './graph/graph-stand-in.ts'
export type { Fault } from './http/faults.ts'
export type { StandIn, Violation } from './http/stand-in.ts'
export { type StandInClock, standInClock } from './http/stand-in-clock.ts'
export { openaiErrors } from './openai/openai-errors.ts'
export { type OpenaiOptions, type OpenaiStandIn, openaiStandIn } from './openai/openai-stand-in.ts'
export type { OwnAccountSample } from './publishing/own-account.ts'
export { publishingErrors } from './publishing/publishing-errors.ts'
export {
  type PublishingOptions,
  type PublishingStandIn,
  publishingStandIn,
} from './publishing/publishing-stand-in.ts'
export { s3Errors } from './s3/s3-errors.ts'
export { type S3Options, type S3StandIn, s3StandIn } from './s3/s3-stand-in.ts'
export { type OwnCertificate, ownCertificate } from './smtp/own-certificate.ts'
export type { SmtpFault } from './smtp/smtp-conversation.ts'
export { SMTP_STEPS, type SmtpStep } from './smtp/smtp-replies.ts'
export { type SmtpStandIn, smtpStandIn } from './smtp/smtp-stand-in.ts'
export { stripeErrors } from './stripe/stripe-errors.ts'
export { type StripeOptions, type StripeStandIn, stripeStandIn } from './stripe/stripe-stand-in.ts'
export type { InstagramStandIn } from './world/instagram-stand-in.ts'
export { type InstagramWorld, instagramWorld, syntheticName, type WorldAccount } from './world/instagram-world.ts'
