/** Which alerts and which digest a person wants, and where they go. */
import * as z from 'zod'
import { Id } from '../base/shared.ts'
import {
  ALERT_METRICS,
  ALERT_RULE_KINDS,
  ALERT_SCOPE_MAX,
  ALERT_SCOPES,
  ALERT_SIDES,
  ALERT_SUBJECTS,
  ALERT_THRESHOLDS_MAX,
} from './limits.ts'

/** Where a rule's alerts go. */
const Channels = z.strictObject({ product: z.boolean(), mail: z.boolean(), webhook: z.boolean() })

/** Everything that the person may see, or only some of it; what they may not see stays out whatever is named. */
const Scope = z
  .strictObject({
    kind: z.enum(ALERT_SCOPES, `must be one of: ${ALERT_SCOPES.join(', ')}`),
    ids: z.array(Id).max(ALERT_SCOPE_MAX, `A rule names at most ${ALERT_SCOPE_MAX}`),
  })
  .refine(({ kind, ids }) => (kind === 'all') === (ids.length === 0), 'must name what it is about')

const Rule = z.strictObject({
  kind: z.enum(ALERT_RULE_KINDS, `must be one of: ${ALERT_RULE_KINDS.join(', ')}`),
  isOn: z.boolean(),
  scope: Scope,
  channels: Channels,
})

/** Opens when the metric is beyond the value, and again only after it was back by the margin. */
const Threshold = z.strictObject({
  isOn: z.boolean(),
  subject: z.strictObject({
    kind: z.enum(ALERT_SUBJECTS, `must be one of: ${ALERT_SUBJECTS.join(', ')}`),
    id: Id,
  }),
  metric: z.enum(ALERT_METRICS, `must be one of: ${ALERT_METRICS.join(', ')}`),
  side: z.enum(ALERT_SIDES, `must be one of: ${ALERT_SIDES.join(', ')}`),
  value: z.number('must be a number').min(-1e12, 'is too small').max(1e12, 'is too large'),
  /** In the unit of the metric. */
  margin: z.number('must be a number').min(0, 'must be at least 0').max(1e12, 'is too large'),
  channels: Channels,
})
export type AlertThreshold = z.infer<typeof Threshold>

const Digest = z.strictObject({
  isOn: z.boolean(),
  /** 1 is Monday, on the clocks of the person's company. */
  weekday: z.int('must be a whole number').min(1, 'must be at least 1').max(7, 'must be at most 7'),
  hour: z.int('must be a whole number').min(0, 'must be at least 0').max(23, 'must be at most 23'),
})

export const Settings = z.strictObject({
  /** Kinds that are absent stay as they are. */
  rules: z
    .array(Rule)
    .max(ALERT_RULE_KINDS.length)
    .refine((rules) => new Set(rules.map(({ kind }) => kind)).size === rules.length, 'must not hold a kind twice'),
  thresholds: z.array(Threshold).max(ALERT_THRESHOLDS_MAX, `There are at most ${ALERT_THRESHOLDS_MAX} thresholds`),
  digest: Digest,
})
export type AlertSettings = z.infer<typeof Settings>

export const AlertRules = Settings.extend({
  rules: z.array(
    Rule.extend({
      /** Of what the scope names, in its order; null for what is gone or no longer seen. */
      scopeNames: z.array(z.string().nullable()),
    }),
  ),
  thresholds: z.array(
    Threshold.extend({
      /** As it is called now; null where it is gone or no longer seen. */
      subjectName: z.string().nullable(),
    }),
  ),
  /** The time zone of the digest. */
  timeZone: z.string(),
  /** Whether mail can be sent at all, and whether the person has a webhook. */
  hasMail: z.boolean(),
  hasWebhook: z.boolean(),
  /** Moves of followers that were none, per account and year, as the trial measures them (docs/decisions/0048). */
  falseAlarms: z.object({ perAccountYear: z.number(), accounts: z.int(), mailsPerYear: z.number() }),
})
export type AlertRules = z.infer<typeof AlertRules>
