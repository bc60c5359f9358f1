/**
 * Looks for what began and what ended since the last evaluation. Reads only; the same finding has the same name each time. A kind
 * that cannot be looked for keeps what is known of it, and holds up no other.
 */
import { setImmediate as letOthersGo } from 'node:timers/promises'
import type { AlertKind } from '@tangelo/contract/limits'
import { MOVED_DAYS } from '#features/analytics/index.ts'
import { dayOf } from '#platform/calendar.ts'
import { truncate } from '#platform/truncate.ts'
import { alertsView, PAGE_ROWS } from '../alerts.view.ts'
import type { Cause, Findings, FoundCause } from '../rules/causes.ts'
import { compare, NOTHING } from '../rules/compare.ts'
import { causesStore } from '../store/causes.ts'
import { FOUND_MAX, failuresView } from '../view/failures.ts'
import { backupDetector } from './detect-backups.ts'
import { endDetector } from './detect-ends.ts'
import type { DetectTools } from './detect-tools.ts'
import type { AlertPerson } from './people.ts'
import { detectThresholds } from './thresholds.ts'

const DAY_MS = 24 * 60 * 60_000
const UNREAD_MS = 2 * DAY_MS

export function causeDetector({
  database,
  log,
  credits,
  backups,
  backupDrills,
  hasSource,
  tokens,
  ownAccounts,
}: DetectTools) {
  const view = alertsView(database.queries)
  const failures = failuresView(database.queries)
  const detectBackup = backupDetector({ database, backups, backupDrills })
  const { detectTokens, detectAccess } = endDetector({ tokens, ownAccounts })
  const store = causesStore(database.queries)

  async function detectMoves(now: number): Promise<FoundCause[]> {
    const moves = await inPages((after) => view.moves({ since: dayOf(now, 'UTC') - MOVED_DAYS + 1, after }))
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
    if (now < silenceFrom || !(await hasSource())) return []
    const unread = await inPages((after) => view.unread({ since: now - UNREAD_MS, after }))
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

  async function detectFailures(now: number): Promise<Partial<Findings>> {
    const renders = (await failures.findFailedRenders(now)).map((row) => ({
      ...row,
      name: '',
      groupKey: 'failed:render',
    }))
    const imports = (await failures.findFailedImports(now)).map((row) => ({ ...row, groupKey: 'failed:import' }))
    const posts = (await failures.stuckPublications(now)).map((row) => ({ ...row, groupKey: 'failed:publication' }))
    const found = [...renders, ...imports, ...posts].map(
      ({ id, companyId, name, message, groupKey, timesBefore }): FoundCause => ({
        ...NOTHING,
        kind: 'failed',
        subject: id,
        marker: Number(timesBefore),
        groupKey,
        companyId,
        name,
        detail: message,
      }),
    )
    return { found, changed: await failures.otherwiseStuck() }
  }

  async function detectCredits(open: readonly Cause[]): Promise<Findings> {
    const low = (await credits.low('all')).filter(({ isDemo }) => !isDemo)
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

  return async function detect(
    people: readonly AlertPerson[],
    { now, silenceFrom }: { now: number; silenceFrom: number },
  ): Promise<Findings> {
    const open = await store.openCauses(['token', 'access', 'backup', 'credits', 'threshold'])
    const ofKind = (kind: AlertKind) => open.filter((cause) => cause.kind === kind)
    const movedSince = dayOf(now, 'UTC') - MOVED_DAYS
    const all: Findings = { found: [], ended: [], changed: [] }
    async function look(what: AlertKind | 'over', find: () => Promise<Partial<Findings>>): Promise<void> {
      await letOthersGo()
      try {
        const { found = [], ended = [], changed = [] } = await find()
        all.found.push(...found)
        all.ended.push(...ended)
        all.changed.push(...changed)
      } catch (error) {
        log.error({ err: error, what }, 'alerts of a kind could not be looked for')
      }
    }
    await look('anomaly', async () => ({ found: await detectMoves(now) }))
    await look('unread', async () => ({ found: await detectSilence(now, silenceFrom) }))
    await look('approval', async () => ({ found: await detectAnswers(now) }))
    await look('failed', () => detectFailures(now))
    await look('over', async () => ({ ended: await view.over({ movedSince, now }) }))
    await look('token', () => detectTokens(now, ofKind('token')))
    await look('access', () => detectAccess(now, ofKind('access')))
    await look('backup', () => detectBackup(now, ofKind('backup')))
    await look('credits', () => detectCredits(ofKind('credits')))
    await look('threshold', () => detectThresholds(database.queries, { now, people, open: ofKind('threshold') }))
    return all
  }
}

/** Rows in the order of their ids, others in between. */
async function inPages<Row extends { id: number }>(read: (after: number) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  while (rows.length < FOUND_MAX) {
    const page = await read(rows.at(-1)?.id ?? 0)
    rows.push(...page)
    if (page.length < PAGE_ROWS) break
    await letOthersGo()
  }
  return rows
}
