/**
 * Evaluates alerts once a minute, on one node: what began and ended is stored, and people are notified, in one transaction. A round
 * that another node has made meanwhile, or that ends with its process, leaves nothing behind; what it would have found is found
 * by the next one.
 */
import { publishEvents } from '#features/core/index.ts'
import type { Handler, Schedule } from '#ports/queue.ts'
import { silenceFrom } from './alerts.rules.ts'
import { alertsStore } from './alerts.store.ts'
import { causeDetector } from './service/detect.ts'
import type { DetectTools } from './service/detect-tools.ts'
import { type DigestTools, digestSender } from './service/digests.ts'
import { notifyPeople } from './service/notify.ts'
import { readPeople } from './service/people.ts'
import { addCauses, causesStore } from './store/causes.ts'

const EVALUATE = 'evaluate-alerts'
const EVERY_MS = 60_000
const KEPT_MS = 400 * 24 * 60 * 60_000

export type AlertEvaluation = ReturnType<typeof alertEvaluation>

export function alertEvaluation({
  credits,
  backups,
  backupDrills,
  hasSource,
  tokens,
  ownAccounts,
  ...tools
}: DetectTools & DigestTools) {
  const { database, clock, log, mail } = tools
  const detect = causeDetector({ database, log, credits, backups, backupDrills, hasSource, tokens, ownAccounts })
  const sendDigests = digestSender(tools)

  /** Safe to repeat, and at the same time. */
  async function evaluate(): Promise<void> {
    const now = clock.now()
    const last = await causesStore(database.queries).evaluation()
    const silence_from = silenceFrom(last, now)
    const people = await readPeople(database.queries)
    const { found, ended, changed } = await detect(people, { now, silenceFrom: silence_from })
    await database.transaction(async (tx) => {
      const inside = causesStore(tx)
      if (!(await inside.beginRound(last, { evaluated_at: now, silence_from }))) return
      const newest = await inside.newestCause()
      const touched = await inside.endCauses(ended, now)
      for (const { id, amount, detail } of changed) await inside.changeCause(id, { amount, detail })
      touched.push(...changed.map(({ groupKey }) => groupKey))
      await addCauses({ queries: tx, engine: database.engine }, found, now)
      const causes = found.length > 0 ? await inside.causesAfter(newest) : []
      const { companies, mails } = await notifyPeople(tx, { people, causes, touched, dueAt: last.evaluated_at, now })
      await mail.enqueueAll(tx, mails)
      const changes = [...companies].map((companyId) => ({ companyId, kind: 'alerts-changed' as const }))
      await publishEvents(tx, changes, now)
    })
    await sendDigests(people)
  }

  return {
    evaluate,
    async purge() {
      const before = clock.now() - KEPT_MS
      await alertsStore(database.queries).purge(before)
      await causesStore(database.queries).purge(before)
    },
  }
}

export function alertJobs({ evaluate }: AlertEvaluation): { handlers: Handler[]; schedules: Schedule[] } {
  return {
    handlers: [
      {
        kind: EVALUATE,
        concurrency: 1,
        run: async () => {
          await evaluate()
          return undefined
        },
      },
    ],
    schedules: [{ kind: EVALUATE, everyMs: EVERY_MS }],
  }
}
