/** How a store answers questions: the statements that services send, and its plan of each. */
import { readFileSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../../server/src/app.ts'
import { start } from '../../../server/src/composition/start.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import type { Database } from '../../../server/src/platform/database/database.ts'
import type { Viewer } from '../../../server/src/platform/viewer.ts'
import { environmentOf, type ProductSettings } from './product.ts'
import { readRows, runStatement } from './statements.ts'

export interface Question {
  name: string
  ask(services: Services, viewer: Viewer): Promise<unknown>
}

/** A planner of company 1: the plan has to use the company. */
const PLANNER: Viewer = {
  userId: 1,
  username: 'planner',
  role: 'pro',
  companyId: 1,
  companyName: 'Company 1',
  mustChangePassword: false,
  address: null,
  via: 'session',
}

const WRITTEN_WITHIN_MS = 300

/** @param logPath where PostgreSQL writes its log, with the plans of `auto_explain`. */
export async function plansOf(
  settings: ProductSettings,
  questions: readonly Question[],
  logPath: string | null,
): Promise<string> {
  if (logPath !== null) await explainAll(settings, true)
  const { database, services, close } = await start(readConfig(environmentOf(settings)), { importsIn: 'this thread' })
  try {
    const texts: string[] = []
    for (const { name, ask } of questions) {
      const plans =
        logPath === null
          ? await sqlitePlans(database, () => ask(services, PLANNER))
          : await postgresPlans(logPath, () => ask(services, PLANNER))
      texts.push(`--- ${name}`, ...plans)
    }
    return texts.join('\n')
  } finally {
    await close()
    if (logPath !== null) await explainAll(settings, false)
  }
}

/** Statements as they are run; the plan of each is asked for afterwards. */
async function sqlitePlans(database: Database, ask: () => Promise<unknown>): Promise<string[]> {
  const statements = new Map<string, unknown[]>()
  const all = StatementSync.prototype.all
  StatementSync.prototype.all = function record(this: StatementSync, ...values: unknown[]) {
    if (/^\s*(select|with)/i.test(this.sourceSQL)) statements.set(this.sourceSQL, values)
    return Reflect.apply(all, this, values)
  }
  try {
    await ask()
  } finally {
    StatementSync.prototype.all = all
  }
  const plans: string[] = []
  for (const [text, values] of statements) {
    const rows = await readRows(database, `explain query plan ${text}`, values)
    plans.push(shorten(text), ...rows.map(({ detail }) => `    ${detail}`))
  }
  return plans
}

async function postgresPlans(logPath: string, ask: () => Promise<unknown>): Promise<string[]> {
  const from = readFileSync(logPath, 'utf8').length
  await ask()
  await pause(WRITTEN_WITHIN_MS)
  return readFileSync(logPath, 'utf8').slice(from).split('\n').filter(Boolean).map(shorten)
}

/** For connections that begin from now on. */
async function explainAll(settings: ProductSettings, isOn: boolean): Promise<void> {
  const { database, close } = await start(readConfig(environmentOf(settings)), { importsIn: 'this thread' })
  const change = (name: string, value: string) =>
    runStatement(database, `alter database postgres ${isOn ? `set ${name} = ${value}` : `reset ${name}`}`)
  await change('session_preload_libraries', 'auto_explain')
  await change('auto_explain.log_min_duration', '0')
  await change('auto_explain.log_analyze', 'on')
  await change('auto_explain.log_timing', 'off')
  await close()
}

const WIDTH = 400
const shorten = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').slice(0, WIDTH)
