/**
 * `npm run trials -- reports [--reports N] [--accounts N] [--days N] [--seed N]`: a server freezes reports of accounts and of
 * their company over random periods, and is backed up and killed (SIGKILL). The backup is restored into an empty folder, or an
 * emptied database and another folder, and there every report is the same file still, and made once more has the same SHA-256. On
 * both engines where PostgreSQL is installed.
 */
import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPORT_SECTIONS, type ReportSubject } from '@tangelo/contract/limits'
import { ownPostgres, postgresPrograms } from '../own-postgres.ts'
import { randomFrom } from '../random-from.ts'
import { type RunningServer, runToEnd, type Settings, startServer } from '../server-process.ts'
import {
  anySeed,
  Broken,
  expectSame,
  PASSWORD,
  requireAnswer,
  requireJson,
  type TrialOptions,
  trialOptions,
  trialPlace,
} from '../trial.ts'
import { emptyDatabase } from './lib/empty-database.ts'

const DAY_MS = 86_400_000
/** Days without figures, too: a report names the gap. */
const GAP = 0.05
const POST_EVERY_DAYS = 3

interface Frozen {
  id: number
  hash: string
  settings: object
}

export async function reportsTrial({
  reports,
  accounts,
  days,
  seed,
  databaseUrl = '',
  say = () => {},
}: TrialOptions & { reports: number; accounts: number; days: number }): Promise<void> {
  const place = trialPlace(databaseUrl)
  const elsewhere = trialPlace(databaseUrl)
  const random = randomFrom(seed)
  const backup = join(place.folder, 'all.tar')
  try {
    await importFigures({ folder: place.folder, settings: place.settings, accounts, days, random })
    const one = await startSignedInServer(place.settings)
    const subjects = await listSubjects(one)
    const frozen: Frozen[] = []
    while (frozen.length < reports) {
      const settings = randomSettings({ subjects, days, random })
      frozen.push({ ...(await freeze(one, settings)), settings })
    }
    const files = await Promise.all(frozen.map(({ id }) => hashFile(one, id)))
    say(`${reports} reports frozen, of ${new Set(files).size} different files`)
    await runWell('commands/backup.ts', [backup], place.settings)
    await one.end('SIGKILL')
    await emptyDatabase(databaseUrl)

    await runWell('commands/restore.ts', [backup], elsewhere.settings)
    const two = await startSignedInServer(elsewhere.settings)
    for (const [at, { id, hash: before, settings }] of frozen.entries()) {
      expectSame(`The file of report ${id} after the restore`, await hashFile(two, id), files[at])
      const again = await freeze(two, settings)
      expectSame(`The fingerprint of report ${id} made again`, again.hash, before)
      expectSame(`The file of report ${id} made again`, await hashFile(two, again.id), files[at])
    }
    await two.end('SIGTERM')
  } finally {
    place.remove()
    elsewhere.remove()
  }
}

interface SignedIn extends RunningServer {
  readonly token: string
}

async function startSignedInServer(settings: Settings): Promise<SignedIn> {
  const server = await startServer(settings)
  return { ...server, token: await server.signIn('admin', PASSWORD) }
}

async function runWell(...run: Parameters<typeof runToEnd>): Promise<void> {
  const { code, stderr } = await runToEnd(...run)
  if (code !== 0) throw new Broken(`${run[0]} ended with ${code}: ${stderr}`)
}

/** Figures of every day until yesterday, and posts between them. */
async function importFigures({
  folder,
  settings,
  accounts,
  days,
  random,
}: {
  folder: string
  settings: Settings
  accounts: number
  days: number
  random: () => number
}): Promise<void> {
  const figures = ['username,date,followers,following,posts,engagement_rate']
  const posts = ['username,post_id,posted_at,type,likes,comments,caption']
  for (let account = 0; account < accounts; account += 1) {
    const name = `grove${account}`
    let followers = 1_000 + Math.floor(random() * 200_000)
    for (let ago = days; ago > 0; ago -= 1) {
      const day = textOfDay(ago)
      followers += Math.round(followers * (random() - 0.4) * 0.01)
      if (random() > GAP)
        figures.push(`${name},${day},${followers},${account},${days - ago},${(random() * 9).toFixed(2)}`)
      if (ago % POST_EVERY_DAYS === 0) {
        const kind = random() < 0.5 ? 'image' : 'video'
        const hour = String(Math.floor(random() * 24)).padStart(2, '0')
        const likes = Math.floor(followers * random() * 0.05)
        posts.push(
          `${name},G${account}x${ago},${day}T${hour}:00:00Z,${kind},${likes},${Math.floor(likes / 9)},Day ${ago}`,
        )
      }
    }
  }
  for (const [file, lines] of [
    ['figures.csv', figures],
    ['posts.csv', posts],
  ] as const) {
    const path = join(folder, file)
    writeFileSync(path, `${lines.join('\n')}\n`)
    await runWell('commands/import.ts', [path], settings)
  }
}

const textOfDay = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)

type Subject = { kind: ReportSubject; id: number }

async function listSubjects({ ask, token }: SignedIn): Promise<Subject[]> {
  const accounts = await requireJson<{ id: number; companyId: number }[]>(ask('GET', '/api/accounts', { token }))
  const companies = [...new Set(accounts.map(({ companyId }) => companyId))]
  return [
    ...companies.map((id) => ({ kind: 'company' as const, id })),
    ...accounts.map(({ id }) => ({ kind: 'account' as const, id })),
  ]
}

function randomSettings({
  subjects,
  days,
  random,
}: {
  subjects: readonly Subject[]
  days: number
  random: () => number
}): object {
  const subject = subjects[Math.floor(random() * subjects.length)]
  // Ended before today: what today says of a day may still change.
  const to = 1 + Math.floor(random() * (days / 2))
  const from = to + 7 + Math.floor(random() * (days / 3))
  const sections = REPORT_SECTIONS.filter(() => random() < 0.7)
  return {
    title: `Grove ${Math.floor(random() * 1_000)}`,
    subject,
    from: textOfDay(from),
    to: textOfDay(to),
    sections: (sections.length > 0 ? sections : REPORT_SECTIONS).map((kind) => ({ kind })),
  }
}

const freeze = ({ ask, token }: SignedIn, settings: object): Promise<{ id: number; hash: string }> =>
  requireJson(ask('POST', '/api/reports', { token, body: settings }))

async function hashFile({ ask, token }: SignedIn, id: number): Promise<string> {
  const parts = await Promise.all(
    ['html', 'csv'].map(async (format) => {
      const answer = await requireAnswer(ask('GET', `/api/reports/${id}/file?format=${format}`, { token }))
      return hash('sha256', Buffer.from(await answer.arrayBuffer()))
    }),
  )
  return parts.join(' ')
}

if (import.meta.main) {
  const options = trialOptions({ reports: 50, accounts: 12, days: 760, seed: anySeed() })
  const bin = postgresPrograms()
  const own = bin ? await ownPostgres(bin) : null
  try {
    for (const databaseUrl of [...(own ? [own.url] : []), '']) {
      options.say(databaseUrl ? 'PostgreSQL' : 'SQLite')
      await reportsTrial({ ...options, databaseUrl })
      options.say('every report is the same file after the restore, and made again has the same SHA-256')
    }
  } finally {
    await own?.stop()
  }
}
