/** Looks for what began and what ended since the last evaluation. Reads only; the same finding has the same name each time. */
import { BACKUP_OLD_DAYS, TOKEN_WARNING_DAYS } from '@tangelo/contract/limits'
import { MOVED_DAYS } from '#features/analytics/index.ts'
import type { CreditsService } from '#features/billing/index.ts'
import { dayOf } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { truncate } from '#platform/truncate.ts'
import type { BackupsService } from '../../backups/backups.service.ts'
import { isBeyond } from '../alerts.rules.ts'
import { alertsStore } from '../alerts.store.ts'
import { alertsView } from '../alerts.view.ts'
import { type Cause, type FoundCause, sayThreshold, sayValue, thresholdKey } from '../rules/causes.ts'
import { figureOf } from '../view/figures.ts'
import { type AlertPerson, mayThreshold } from './people.ts'

const DAY_MS = 24 * 60 * 60_000
const UNREAD_MS = 2 * DAY_MS

export interface Findings {
  found: FoundCause[]
  /** Ids of causes that hold no more. */
  ended: number[]
  /** What is said of causes that last. */
  changed: Pick<Cause, 'id' | 'groupKey' | 'amount' | 'detail'>[]
}

const NOTHING = { companyId: null, accountId: null, userId: null, amount: null, detail: null }

export interface DetectTools {
  database: Database
  credits: Pick<CreditsService, 'low'>
  backups: Pick<BackupsService, 'list'>
  /** Whether figures can be read without a user. */
  hasSource: boolean
  /** Of sources, where it is known when they end. */
  tokens: readonly { name: string; title: string; expiresAt: number }[]
}

export function causeDetector({ database, credits, backups, hasSource, tokens }: DetectTools) {
  const view = alertsView(database.queries)
  const store = alertsStore(database.queries)

  async function detectMoves(now: number): Promise<FoundCause[]> {
    const moves = await view.moves(dayOf(now, 'UTC') - MOVED_DAYS + 1)
    return moves.map(({ id, username, companyId, day, change, kind }) => ({
      ...NOTHING,
      kind: 'anomaly',
      subject: String(id),
      marker: day,
      groupKey: 'anomaly',
      companyId,
      accountId: id,
      amount: change,
      name: username,
      detail: kind,
    }))
  }

  async function detectSilence(now: number, silenceFrom: number): Promise<FoundCause[]> {
    if (!hasSource || now < silenceFrom) return []
    const unread = await view.unread(now - UNREAD_MS)
    return unread.map(({ id, username, companyId, captured_at, created_at, failure }) => ({
      ...NOTHING,
      kind: 'unread',
      subject: String(id),
      marker: captured_at ?? created_at,
      groupKey: 'unread',
      companyId,
      accountId: id,
      name: username,
      detail: failure,
    }))
  }

  async function detectAnswers(now: number): Promise<FoundCause[]> {
    const answers = await view.answers(now)
    return answers.map(({ id, companyId, requestId, answer, name, comment, announcedAt, caption }) => ({
      ...NOTHING,
      kind: 'approval',
      subject: String(id),
      marker: announcedAt,
      groupKey: `approval:${requestId}`,
      companyId,
      name: `${name} ${answer === 'approved' ? 'approved' : 'asked for changes to'} ${truncate(caption) ?? 'a post'}`,
      detail: comment,
    }))
  }

  async function detectFailures(now: number): Promise<FoundCause[]> {
    const renders = (await view.failedRenders(now)).map((row) => ({ ...row, name: '', groupKey: 'failed:render' }))
    const imports = (await view.failedImports(now)).map((row) => ({ ...row, groupKey: 'failed:import' }))
    return [...renders, ...imports].map(({ id, companyId, name, message, groupKey }) => ({
      ...NOTHING,
      kind: 'failed',
      subject: id,
      marker: 0,
      groupKey,
      companyId,
      name,
      detail: message,
    }))
  }

  function detectTokens(now: number, open: readonly Cause[]): Findings {
    const found = tokens.flatMap(({ name, title, expiresAt }): FoundCause[] => {
      const days = Math.ceil((expiresAt - now) / DAY_MS)
      const warning = TOKEN_WARNING_DAYS.findLast((warned) => days <= warned)
      if (warning === undefined) return []
      const subject = `${name}:${warning}`
      return [
        {
          ...NOTHING,
          kind: 'token',
          subject,
          marker: expiresAt,
          groupKey: `token:${subject}`,
          amount: Math.max(0, days),
          name: title,
        },
      ]
    })
    return compare(open, found)
  }

  async function detectBackup(now: number, open: readonly Cause[]): Promise<Findings> {
    const { files, advice } = await backups.list()
    const [newest] = files
    const since = newest ? Date.parse(newest.madeAt) : await view.beganAt()
    if (advice !== null || since === null || now - since < BACKUP_OLD_DAYS * DAY_MS) return endAll(open)
    const age = newest ? Math.floor((now - since) / DAY_MS) : null
    const named = { kind: 'backup' as const, subject: 'backup', marker: newest ? since : 0, groupKey: 'backup' }
    return compare(open, [{ ...NOTHING, ...named, amount: age, name: newest?.name ?? '' }])
  }

  async function detectCredits(open: readonly Cause[]): Promise<Findings> {
    const low = await credits.low('all')
    const found = await Promise.all(
      low.map(async ({ companyId, name, remaining, total }): Promise<FoundCause> => {
        const subject = String(companyId)
        const known = open.find((cause) => cause.subject === subject)
        return {
          ...NOTHING,
          kind: 'credits',
          subject,
          marker: known?.marker ?? (await store.lastMarker('credits', subject)) + 1,
          groupKey: `credits:${companyId}`,
          companyId,
          amount: remaining,
          name,
          detail: `Of ${total.toLocaleString('en-US')}; a reel takes one`,
        }
      }),
    )
    return compare(open, found)
  }

  async function detectThresholds(now: number, people: readonly AlertPerson[], open: readonly Cause[]) {
    const result: Findings = { found: [], ended: [], changed: [] }
    const wanted = new Set<string>()
    for (const person of people)
      for (const threshold of person.settings.thresholds) {
        const subject = thresholdKey(person.id, threshold)
        const figure = threshold.isOn ? await figureOf(database.queries, threshold, now) : undefined
        if (!figure || !mayThreshold(person, figure.companyId)) continue
        wanted.add(subject)
        const known = open.find((cause) => cause.subject === subject)
        // Without figures of today nothing is known: what is open stays open.
        if (figure.value === null) continue
        const isOver = isBeyond(threshold, figure.value, known !== undefined)
        const detail = `Now ${sayValue(threshold.metric, figure.value)}`
        if (known && !isOver) result.ended.push(known.id)
        if (known && isOver && known.detail !== detail)
          result.changed.push({ id: known.id, groupKey: known.groupKey, amount: known.amount, detail })
        if (known || !isOver) continue
        result.found.push({
          kind: 'threshold',
          subject,
          marker: (await store.lastMarker('threshold', subject)) + 1,
          groupKey: `threshold:${subject}`,
          companyId: figure.companyId,
          accountId: figure.accountId,
          userId: person.id,
          amount: null,
          name: sayThreshold(threshold, figure.name),
          detail,
        })
      }
    result.ended.push(...open.flatMap(({ id, subject }) => (wanted.has(subject) ? [] : [id])))
    return result
  }

  return async function detect(
    people: readonly AlertPerson[],
    { now, silenceFrom }: { now: number; silenceFrom: number },
  ): Promise<Findings> {
    const open = await store.openCauses(['token', 'backup', 'credits', 'threshold'])
    const ofKind = (kind: Cause['kind']) => open.filter((cause) => cause.kind === kind)
    const movedSince = dayOf(now, 'UTC') - MOVED_DAYS
    const [moves, silence, answers, failures, over, ...states] = [
      await detectMoves(now),
      await detectSilence(now, silenceFrom),
      await detectAnswers(now),
      await detectFailures(now),
      await view.over({ movedSince, now }),
      detectTokens(now, ofKind('token')),
      await detectBackup(now, ofKind('backup')),
      await detectCredits(ofKind('credits')),
      await detectThresholds(now, people, ofKind('threshold')),
    ]
    return {
      found: [...moves, ...silence, ...answers, ...failures, ...states.flatMap(({ found }) => found)],
      ended: [...over, ...states.flatMap(({ ended }) => ended)],
      changed: states.flatMap(({ changed }) => changed),
    }
  }
}

const endAll = (open: readonly Cause[]): Findings => ({ found: [], ended: open.map(({ id }) => id), changed: [] })

/** What is new of the causes that hold now, and which open ones are not among them. */
function compare(open: readonly Cause[], holding: readonly FoundCause[]): Findings {
  const result: Findings = { found: [], ended: [], changed: [] }
  const isSame = (one: FoundCause, other: FoundCause) => one.subject === other.subject && one.marker === other.marker
  for (const cause of holding) {
    const known = open.find((one) => isSame(one, cause))
    if (!known) result.found.push(cause)
    else if (known.amount !== cause.amount)
      result.changed.push({ id: known.id, groupKey: known.groupKey, amount: cause.amount, detail: cause.detail })
  }
  result.ended.push(...open.flatMap((one) => (holding.some((cause) => isSame(cause, one)) ? [] : [one.id])))
  return result
}
