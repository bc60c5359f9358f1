/**
 * `npm run trials -- mail [--mails N] [--kills N] [--seed N]`: a mail server fails at every step, by refusing, by hanging up, and
 * by taking a mail without saying so, and the server is killed (SIGKILL) at every step of sending. At the end every mail has
 * arrived, once or again as the same bytes under the same Message-ID, none is lost, and none is sent that was not stored. All of
 * it over TLS, with a certificate that the mail server made for itself. On PostgreSQL, when DATABASE_URL names an empty database, two
 * processes send beside each other.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ownCertificate,
  SMTP_STEPS,
  type SmtpFault,
  type SmtpStandIn,
  type SmtpStep,
  smtpStandIn,
} from '@tangelo/stand-ins'
import { outboxService } from '#features/mail/index.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { keylessEncryption } from '#platform/encryption.ts'
import { systemClock } from '#ports/clock.ts'
import { randomFrom } from '../random-from.ts'
import { type RunningServer, startServer } from '../server-process.ts'
import { anySeed, Broken, expectSame, type TrialOptions, trialOptions, trialPlace } from '../trial.ts'

/** Of all answers of the mail server. */
const FAULT_SHARE = 0.04
/** One address in so many does not exist. */
const GONE_EVERY = 50
const LOOK_EVERY_MS = 100
const ENDS_WITHIN_MS = 10 * 60_000
/** A mail that the server has just taken, or not, when it is killed. */
const KILL_AT: readonly [SmtpStep, SmtpFault][] = [
  ...SMTP_STEPS.map((step): [SmtpStep, SmtpFault] => [step, 'hang']),
  ['mail', 'keep-and-hang'],
]
const FAULTS: readonly SmtpFault[] = ['drop', 'later']
const FAULTS_OF_MAIL: readonly SmtpFault[] = ['drop', 'later', 'keep-and-drop']

export interface MailTrialReport {
  mails: number
  kills: number
  processes: number
  faults: Partial<Record<SmtpStep, number>>
  arrived: number
  /** Mails that arrived more than once, as the same bytes. */
  repeated: number
  bounced: number
}

export async function mailTrial({
  mails,
  kills,
  seed,
  databaseUrl = '',
  say = () => {},
}: TrialOptions & { mails: number; kills: number }): Promise<MailTrialReport> {
  const place = trialPlace(databaseUrl)
  const own = ownCertificate()
  const smtp = await smtpStandIn({
    user: 'tangelo',
    password: 'a password for mail',
    tls: { ...own, begins: 'at once' },
  })
  const trusted = join(place.folder, 'mail-server.pem')
  writeFileSync(trusted, own.cert)
  const settings = {
    ...place.settings,
    NODE_EXTRA_CA_CERTS: trusted,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Trial <trial@tangelo.example>',
    PUBLIC_URL: 'https://tangelo.example',
  }
  const chance = randomFrom(seed)
  const faults: MailTrialReport['faults'] = {}
  const nodes = databaseUrl === '' ? [settings] : [settings, { ...settings, DATA_DIR: join(place.folder, 'beside') }]
  let servers: RunningServer[] = []
  const start = async () => {
    servers = await Promise.all(nodes.map((node) => startServer(node)))
  }
  const end = (signal: 'SIGTERM' | 'SIGKILL') => Promise.all(servers.map((server) => server.end(signal)))
  await (await startServer({ ...settings, SMTP_URL: '', MAIL_FROM: '' })).end('SIGTERM')
  const database = openDatabase(place.store)
  try {
    await store(database, mails)
    for (let at = 0; at < mails; at += GONE_EVERY) smtp.refuse(addressOf(at), '550 5.1.1 No such user')
    const fail = () => failByChance(smtp, chance, faults)
    for (let kill = 0; kill < kills; kill += 1) {
      const [step, fault] = KILL_AT[kill % KILL_AT.length] ?? ['mail', 'hang']
      // Some are sent in between.
      const after = Math.floor(chance() * ((await waiting(database)) / (kills - kill + 1)))
      const { promise: reached, resolve } = Promise.withResolvers<void>()
      // Before they begin: one of them may send for seconds while the other still starts.
      killAt(smtp, { step, fault, after, chance, faults, onReach: resolve })
      await start()
      if (!(await isReachedInTime(reached, database)))
        throw new Broken(`Everything was sent before kill ${kill + 1}: more mails`)
      await end('SIGKILL')
      say(`killed at ${step} (${fault}), ${smtp.taken.length} taken`)
      await letTimePass(database)
    }
    fail()
    await start()
    await allTried(database)
    await end('SIGTERM')
    return { mails, kills, processes: nodes.length, faults, ...(await verify(database, smtp, mails)) }
  } finally {
    await end('SIGKILL')
    await database.close()
    await smtp.close()
    place.remove()
  }
}

const addressOf = (at: number): string => `person-${at}@client.example`

async function store(database: Database, mails: number): Promise<void> {
  const outbox = outboxService({
    database,
    clock: systemClock,
    encryption: keylessEncryption(),
    domain: 'tangelo.example',
  })
  const request = (at: number) =>
    ({
      to: addressOf(at),
      cause: `trial:${at}`,
      kind: 'transactional',
      template: 'password-changed',
      data: { username: `Zoë ${at}` },
    }) as const
  for (let at = 0; at < mails; at += 100) {
    const requests = Array.from({ length: Math.min(100, mails - at) }, (_, next) => request(at + next))
    await database.transaction((tx) => outbox.enqueueAll(tx, requests))
    // The same causes once more, and a transaction that is undone: neither sends anything.
    await database.transaction((tx) => outbox.enqueueAll(tx, requests))
    await database
      .transaction(async (tx) => {
        await outbox.enqueue(tx, request(mails + at))
        throw new Broken('undone')
      })
      .catch(() => {})
  }
}

type Faults = MailTrialReport['faults']

function faultByChance(step: SmtpStep, chance: () => number, faults: Faults): SmtpFault | undefined {
  if (chance() >= FAULT_SHARE) return undefined
  faults[step] = (faults[step] ?? 0) + 1
  const kinds = step === 'mail' ? FAULTS_OF_MAIL : FAULTS
  return kinds[Math.floor(chance() * kinds.length)]
}

const failByChance = (smtp: SmtpStandIn, chance: () => number, faults: Faults): void =>
  smtp.fail((step) => faultByChance(step, chance, faults))

/** From then on nothing is answered at that step: the server is killed while it waits. */
function killAt(
  smtp: SmtpStandIn,
  options: {
    step: SmtpStep
    fault: SmtpFault
    after: number
    chance: () => number
    faults: Faults
    onReach: () => void
  },
): void {
  let left = options.after
  smtp.fail((step) => {
    if (step === 'mail') left -= 1
    if (step !== options.step || left > 0) return faultByChance(step, options.chance, options.faults)
    options.onReach()
    return options.fault
  })
}

const waiting = async (database: Database): Promise<number> => {
  const row = await database.queries
    .selectFrom('mails')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** What waits for another try is due, and the leases of a process that was killed are over. */
const letTimePass = (database: Database) =>
  database.queries.updateTable('mails').set({ due_at: 0, lease: null }).where('state', '=', 'waiting').execute()

/** The same beside servers that are running: their leases stay, and a mail that one of them holds is left to the next time. */
const makeDue = ({ queries, engine }: Database) =>
  queries
    .updateTable('mails')
    .set({ due_at: 0 })
    .where('id', 'in', (mails) =>
      mails
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'waiting')
        .orderBy('id')
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .execute()

/** False where everything was sent before the step came. */
async function isReachedInTime(reached: Promise<void>, database: Database): Promise<boolean> {
  let isReached = false
  void reached.then(() => {
    isReached = true
  })
  while (!isReached) {
    if ((await waiting(database)) === 0) return false
    await makeDue(database)
    await pause(LOOK_EVERY_MS)
  }
  return true
}

async function allTried(database: Database): Promise<void> {
  const began = performance.now()
  while ((await waiting(database)) > 0) {
    if (performance.now() - began > ENDS_WITHIN_MS) throw new Broken(`${await waiting(database)} mails still wait`)
    await makeDue(database)
    await pause(LOOK_EVERY_MS)
  }
}

async function verify(database: Database, { taken }: SmtpStandIn, mails: number) {
  const rows = await database.queries.selectFrom('mails').selectAll().execute()
  expectSame('the number of mails', rows.length, mails)
  if (!taken.every(({ isEncrypted }) => isEncrypted)) throw new Broken('A mail came in the clear')
  const byId = Map.groupBy(taken, ({ messageId }) => messageId)
  const gone = rows.filter(({ state }) => state === 'failed')
  for (const { message_id, address, state } of rows) {
    const arrived = byId.get(message_id) ?? []
    if (state === 'failed') {
      if (arrived.length > 0) throw new Broken(`${address} bounced, and has its mail`)
    } else if (arrived.length === 0) throw new Broken(`The mail to ${address} is lost: it is ${state}`)
    if (new Set(arrived.map(({ bytes, to }) => `${to}\n${bytes}`)).size > 1)
      throw new Broken(`The mail to ${address} came as different bytes`)
  }
  expectSame('the mails that arrived', byId.size, rows.length - gone.length)
  expectSame('the addresses that are gone', gone.length, Math.ceil(mails / GONE_EVERY))
  const repeated = [...byId.values()].filter(({ length }) => length > 1).length
  return { arrived: byId.size, repeated, bounced: gone.length }
}

if (import.meta.main) {
  const options = trialOptions({ mails: 1_000, kills: 40, seed: anySeed() })
  const { mails, kills, processes, faults, arrived, repeated, bounced } = await mailTrial(options)
  options.say(
    `${mails} mails, ${processes === 1 ? 'one process' : `${processes} processes`}, ${kills} kills: ${arrived} arrived (${repeated} of them again as the same bytes), ${bounced} bounced, none lost`,
  )
  options.say(`faults: ${JSON.stringify(faults)}`)
}
