/**
 * `npm run trials -- approvals [--histories N] [--steps N] [--seed N]`: posts of companies live random lives: they are edited, sent
 * to clients, approved by two at once, sent back, undone, withdrawn; time passes and clocks go back; the rule is switched on and off;
 * posts are approved and published by every route. Beside them lives a model that knows the law alone: while the rule holds, nothing
 * is approved or published without a live approval of exactly those bytes, and nothing that has one is refused. On PostgreSQL when
 * DATABASE_URL names an empty database.
 */
import fc from 'fast-check'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { migrations } from '../../migrations/index.ts'
import { type ApprovingCompany, approvingCompanies } from '../approving-company.ts'
import { anySeed, type TrialOptions, trialOptions, trialPlace } from '../trial.ts'
import { lawOf } from './lib/approvals-law.ts'
import { movesOf, type PostsReport } from './lib/approvals-posts.ts'
import { type AnswersReport, requestsOf } from './lib/approvals-requests.ts'
import { STEP, type Step } from './lib/approvals-steps.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND

export interface ApprovalsReport extends PostsReport, AnswersReport {
  histories: number
  steps: number
}

export async function approvalsTrial({
  histories,
  steps,
  seed,
  databaseUrl = '',
}: TrialOptions & { histories: number; steps: number }): Promise<ApprovalsReport> {
  const place = trialPlace(databaseUrl)
  const database = openDatabase(place.store)
  const report = { histories: 0, steps: 0, passed: 0, barred: 0, answers: 0, undone: 0 }
  try {
    await migrate(database, migrations)
    const aCompany = approvingCompanies(database)
    const property = fc.asyncProperty(fc.array(STEP, { minLength: 8, maxLength: steps }), async (history) => {
      const life = await lifeOf(await aCompany(), report)
      for (const step of history) await life(step)
      report.histories += 1
      report.steps += history.length
    })
    await fc.assert(property, { seed, numRuns: histories, endOnFailure: false, interruptAfterTimeLimit: 3_600_000 })
    return report
  } finally {
    await database.close()
    place.remove()
  }
}

async function lifeOf(company: ApprovingCompany, report: ApprovalsReport) {
  const { posts } = company
  const law = lawOf(company)
  const { move, arrive } = movesOf(company, law, report)
  const requests = requestsOf(company, law, report)

  const setRule = (isOn: boolean) => {
    law.setRule(isOn)
    return company.setRule(isOn)
  }

  async function take(step: Step): Promise<void> {
    switch (step.does) {
      case 'edit':
        return move(posts[step.post] ?? '', { caption: step.caption }, 'one')
      case 'move': {
        const { status, caption, by } = step
        return move(posts[step.post] ?? '', { status, ...(caption !== null && { caption }) }, by)
      }
      case 'arrive':
        return arrive(step.status, step.caption)
      case 'send':
        return requests.send(step.posts.map((at) => posts[at] ?? ''))
      case 'answer': {
        const aimed = requests.aim(step)
        if (aimed) await requests.answer(aimed.request, aimed.post, step.kind, step.isFresh)
        return
      }
      case 'approve': {
        const aimed = requests.aim(step)
        if (aimed) await requests.answer(aimed.request, aimed.post, 'approved', true)
        return company.moveBy(step.seconds * SECOND)
      }
      case 'two deciders': {
        const aimed = requests.aim(step)
        if (aimed) await requests.decideAtOnce(aimed.request, aimed.post)
        return
      }
      case 'undo': {
        const aimed = requests.aim(step)
        if (aimed) await requests.undo(aimed.request, aimed.post)
        return
      }
      case 'withdraw':
        return requests.withdraw(step.request, step.byLink)
      case 'rule':
        return setRule(step.isOn)
      case 'seconds':
        return company.moveBy(step.seconds * SECOND)
      case 'days':
        return company.moveBy(step.days * DAY)
      case 'work':
        await company.work()
        law.announce()
    }
  }

  await requests.send([...posts])
  await setRule(true)
  return take
}

if (import.meta.main) {
  const options = trialOptions({ histories: 10_000, steps: 30, seed: anySeed() })
  const { histories, steps, passed, barred, answers, undone } = await approvalsTrial(options)
  options.say(
    `${histories} histories of ${steps} steps: ${answers} answers, ${undone} undone; under the rule ${passed} approved or published with an approval of exactly those bytes, ${barred} refused or held back, none without`,
  )
}
