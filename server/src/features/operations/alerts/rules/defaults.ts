/** What a person gets who has chosen nothing, and what each role may choose. Pure. */
import type { AlertSettings } from '@tangelo/contract'
import { ALERT_RULE_KINDS, type AlertRuleKind, type Role } from '@tangelo/contract/limits'

type Rule = AlertSettings['rules'][number]

/** Reels, imports, credits and connected accounts are for those who make reels; tokens and backups for administrators. */
const ROLES: Record<AlertRuleKind, readonly Role[]> = {
  anomaly: ['admin', 'pro', 'basic'],
  unread: ['admin', 'pro', 'basic'],
  approval: ['admin', 'pro', 'basic'],
  failed: ['admin', 'pro'],
  credits: ['admin', 'pro'],
  token: ['admin'],
  access: ['admin', 'pro'],
  backup: ['admin'],
}

/** Mail for what a person of this role acts on; the product shows the rest. */
const MAILED: Record<Role, readonly AlertRuleKind[]> = {
  admin: ['anomaly', 'unread', 'credits', 'token', 'access', 'backup'],
  pro: ['anomaly', 'approval', 'failed', 'credits', 'access'],
  basic: [],
}

export const kindsOf = (role: Role): AlertRuleKind[] => ALERT_RULE_KINDS.filter((kind) => ROLES[kind].includes(role))

export function usualSettings(role: Role): AlertSettings {
  return {
    rules: kindsOf(role).map((kind) => usualRule(role, kind)),
    thresholds: [],
    digest: { isOn: role !== 'basic', weekday: 1, hour: 8 },
  }
}

function usualRule(role: Role, kind: AlertRuleKind): Rule {
  // A source that fails is mended by administrators.
  const isOn = kind !== 'unread' || role === 'admin'
  const mail = MAILED[role].includes(kind)
  return { kind, isOn, scope: { kind: 'all', ids: [] }, channels: { product: true, mail, webhook: true } }
}

/** As they were stored, for what the role may choose now; what was not chosen yet is as usual. */
export function settingsFor(role: Role, stored: AlertSettings | null): AlertSettings {
  const usual = usualSettings(role)
  if (!stored) return usual
  const chosen = new Map(stored.rules.map((rule) => [rule.kind, rule]))
  return { ...stored, rules: usual.rules.map((rule) => chosen.get(rule.kind) ?? rule) }
}
