/** Choices of the rules for alerts. Pure. */
import type { AlertScopeKind, AlertSubjectKind } from '@tangelo/contract/limits'
import type { AlertRule, AlertRules, Threshold } from './queries/alerts.ts'

/** The rule in the place of the one of its kind. */
export const withRule = (all: AlertRules, rule: AlertRule): AlertRules => ({
  ...all,
  rules: all.rules.map((one) => (one.kind === rule.kind ? rule : one)),
})

const KINDS: Record<AlertSubjectKind, AlertScopeKind> = { company: 'companies', group: 'groups', account: 'accounts' }

/** A rule is for clients, groups or accounts: one of another kind begins a new list. */
export function addToScope(
  rule: AlertRule,
  { kind, id, name }: { kind: AlertSubjectKind; id: number; name: string },
): AlertRule {
  const wanted = KINDS[kind]
  if (rule.scope.kind !== wanted) return { ...rule, scope: { kind: wanted, ids: [id] }, scopeNames: [name] }
  const { ids } = rule.scope
  if (ids.includes(id)) return rule
  return { ...rule, scope: { kind: wanted, ids: [...ids, id] }, scopeNames: [...rule.scopeNames, name] }
}

/** Without any it is for everything again. */
export function removeFromScope(rule: AlertRule, id: number): AlertRule {
  const at = rule.scope.ids.indexOf(id)
  const without = <Item>(items: readonly Item[]) => items.filter((_, place) => place !== at)
  const ids = without(rule.scope.ids)
  return {
    ...rule,
    scope: { kind: ids.length > 0 ? rule.scope.kind : 'all', ids },
    scopeNames: without(rule.scopeNames),
  }
}

/** '10,000', '10 000', '2.5', '2,5' or '0,125' as a number; null for anything else. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace('−', '-')
  if (GROUPED.test(plain)) return Number(plain.replaceAll(/[,\s]/g, ''))
  return DECIMAL.test(plain) ? Number(plain.replace(',', '.')) : null
}

const GROUPED = /^-?[1-9]\d{0,2}([,\s]\d{3})+(\.\d+)?$/
const DECIMAL = /^-?\d+([.,]\d+)?$/

/** A fiftieth of the value: what figures sway by from day to day. */
export const usualMargin = (value: number): number => Math.round(Math.abs(value) * 0.02 * 100) / 100

export const isSameThreshold = (one: Threshold, other: Threshold): boolean =>
  one.subject.kind === other.subject.kind &&
  one.subject.id === other.subject.id &&
  one.metric === other.metric &&
  one.side === other.side &&
  one.value === other.value
