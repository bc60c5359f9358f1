/**
 * Looks for what began and what ended since the last evaluation. Reads only; the same finding has the same name each time. A kind
 * that cannot be looked for keeps what is known of it, and holds up no other.
 */
import { setImmediate as letOthersGo } from 'node:timers/promises'
import { type AlertKind, BACKUP_OLD_DAYS, TOKEN_WARNING_DAYS } from '@tangelo/contract/limits'
import { MOVED_DAYS } from '#features/analytics/index.ts'
import type { CreditsService } from '#features/billing/index.ts'
import type { OwnAccountsService } from '#features/publishing/index.ts'
import { dayOf } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { truncate } from '#platform/truncate.ts'
import type { BackupDrillsService } from '../../backup-drills/backup-drills.service.ts'
import type { BackupsService } from '../../backups/backups.service.ts'
import { alertsView, PAGE_ROWS } from '../alerts.view.ts'
import { type Cause, DRILL_GROUP, type Findings, type FoundCause } from '../rules/causes.ts'
import { causesStore } from '../store/causes.ts'
import type { AlertPerson } from './people.ts'
import { detectThresholds } from './thresholds.ts'

const DAY_MS = 24 * 60 * 60_000
const UNREAD_MS = 2 * DAY_MS
/** What one evaluation takes up of a kind; the next one takes the rest. */
const FOUND_MAX = 20_000

const DRILL = 'drill'

const NOTHING = { companyId: null, accountId: null, userId: null, amount: null, detail: null }

export interface DetectTools {
  database: Database
  log: Log
  credits: Pick<CreditsService, 'low'>
  backups: Pick<BackupsService, 'list'>
  backupDrills: Pick<BackupDrillsService, 'lastEnded'>
  /** Whether figures can be read without a user. */
  hasSource: () => Promise<boolean>
  /** Of sources, where it is known when they end. */
  tokens: () => Promise<readonly { name: string; title: string; expiresAt: number }[]>
  /** Accounts that their owners have connected. */
  ownAccounts: Pick<OwnAccountsService, 'ending'>
}

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
    const renders = (await view.failedRenders(now)).map((row) => ({ ...row, name: '', groupKey: 'failed:render' }))
    const imports = (await view.failedImports(now)).map((row) => ({ ...row, groupKey: 'failed:import' }))
    const posts = (await view.stuckPublications(now)).map((row) => ({ ...row, groupKey: 'failed:publication' }))
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
    return { found, changed: await view.otherwiseStuck() }
  }

  async function detectTokens(now: number, open: readonly Cause[]): Promise<Findings> {
    const found = (await tokens()).flatMap(({ name, title, expiresAt }): FoundCause[] => {
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

  /** Seven days and one day before an access ends, and once it has. */
  async function detectAccess(now: number, open: readonly Cause[]): Promise<Findings> {
    const ending = await ownAccounts.ending(now + Math.max(...TOKEN_WARNING_DAYS) * DAY_MS)
    const found = ending.flatMap(({ accountId, companyId, username, endsAt, isOver, why }): FoundCause[] => {
      const days = isOver ? 0 : Math.ceil((endsAt - now) / DAY_MS)
      const warning = isOver ? 0 : TOKEN_WARNING_DAYS.findLast((warned) => days <= warned)
      if (warning === undefined) return []
      const subject = `${accountId}:${warning}`
      const groupKey = `access:${subject}`
      const about = { companyId, accountId, userId: null, amount: days, name: username, detail: why }
      return [{ ...about, kind: 'access', subject, marker: endsAt, groupKey }]
    })
    return compare(open, found)
  }

  async function detectBackup(now: number, open: readonly Cause[]): Promise<Findings> {
    const ofDrill = (cause: Cause) => cause.subject === DRILL
    const age = await detectOldBackup(
      now,
      open.filter((cause) => !ofDrill(cause)),
    )
    const drill = compare(open.filter(ofDrill), await detectDrill())
    return {
      found: [...age.found, ...drill.found],
      ended: [...age.ended, ...drill.ended],
      changed: [...age.changed, ...drill.changed],
    }
  }

  async function detectDrill(): Promise<FoundCause[]> {
    const last = await backupDrills.lastEnded()
    if (!last?.hasFailed) return []
    const { id, file, message } = last
    return [
      { ...NOTHING, kind: 'backup', subject: DRILL, groupKey: DRILL_GROUP, marker: id, name: file, detail: message },
    ]
  }

  async function detectOldBackup(now: number, open: readonly Cause[]): Promise<Findings> {
    const newest = await newestBackup()
    if (newest === null || now - newest.madeAt < BACKUP_OLD_DAYS * DAY_MS) return endAll(open)
    const { name, madeAt } = newest
    const named = { ...NOTHING, kind: 'backup' as const, subject: 'backup', groupKey: 'backup' }
    if (name !== '')
      return compare(open, [{ ...named, marker: madeAt, amount: Math.floor((now - madeAt) / DAY_MS), name }])
    // Also a second time, after those that there were have been deleted.
    const known = open.find(({ amount }) => amount === null)
    const marker = known?.marker ?? (await store.lastMarker('backup', 'backup')) + 1
    return compare(open, [{ ...named, marker, name: '' }])
  }

  /**
   * The newest backup; without a name, since when there is none. On PostgreSQL each node sees its own folder only: there the audit
   * log tells, and null says that PostgreSQL has only ever been backed up by other means.
   */
  async function newestBackup(): Promise<{ madeAt: number; name: string } | null> {
    if (database.engine === 'postgres') return view.lastBackup()
    const [newest] = (await backups.list()).files
    if (newest) return { madeAt: Date.parse(newest.madeAt), name: newest.name }
    const beganAt = await view.beganAt()
    return beganAt === null ? null : { madeAt: beganAt, name: '' }
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
