/**
 * Fills the demo workspace. Each step finds out what is there already, so a process that is killed goes on where it was, and
 * stops where the workspace is being removed (docs/decisions/0040).
 */
import { hashPassword } from '#platform/passwords.ts'
import { newSecret } from '#platform/secrets.ts'
import type { Handler, RunningJob } from '#ports/queue.ts'
import { demoViewer } from './demo.rules.ts'
import { FILL_DEMO } from './demo.service.ts'
import { demoStore } from './demo.store.ts'
import { fillContent } from './jobs/fill-content.ts'
import { fillFigures } from './jobs/fill-figures.ts'
import { freezeReport } from './jobs/freeze-report.ts'
import { type DemoCompany, type DemoTools, type Fill, tellScreens } from './jobs/tools.ts'
import { accountsOf, CLIENTS, type DemoAccount, USERNAME_BEGINNING } from './rules/clients.ts'
import { DRAWN, drawPicture, PROFILE_PICTURE } from './rules/pictures.ts'

const TRIES = 3
const AVATAR = { width: 160, height: 160 } as const
/** Beside the credits that every company has. */
const CREDITS = 40
const STOPPED = 'Filling the demo workspace was interrupted too often. Open it again, or remove it.'

export interface DemoJobs {
  handlers: Handler[]
  /** Resolves when this process fills nothing any more. */
  letGo(): Promise<void>
}

export function demoJobs(tools: DemoTools): DemoJobs {
  const store = demoStore(tools.database.queries)
  let filling: Promise<void> = Promise.resolve()
  return {
    handlers: [
      {
        kind: FILL_DEMO,
        concurrency: 1,
        attempts: TRIES,
        async run([job]) {
          if (!job) return undefined
          const work = fillDemo(job, tools)
          filling = work.catch(() => {})
          await work
          return undefined
        },
        onDeadLetter: async () => {
          await store.change(['filling'], { state: 'failed', failure: STOPPED })
          await tellScreens(tools)
        },
      },
    ],
    letGo: () => filling,
  }
}

async function fillDemo(job: RunningJob, tools: DemoTools): Promise<void> {
  const { database, clock } = tools
  const store = demoStore(database.queries)
  // A job that failed for good may be tried again.
  await store.change(['failed'], { state: 'filling', failure: null })
  const workspace = await store.find()
  if (workspace?.state !== 'filling') return
  const { day: lastDay, begun_at: begunAt } = workspace
  const companies = await makeCompanies(begunAt, tools)
  const step = async () => {
    job.signal.throwIfAborted()
    const now = await store.find()
    if (now?.state !== 'filling') throw new Error('The demo workspace is being removed')
    await job.progress((now.accounts / 200 + now.drafts / 60) / 2)
  }
  const fill: Fill = { lastDay, begunAt, companies, step }
  await tellScreens(tools)
  const both = await Promise.allSettled([fillFigures(fill, tools), fillContent(fill, tools)])
  for (const one of both) if (one.status === 'rejected') throw one.reason
  await freezeReport(fill, tools)
  await database.transaction(async (tx) => {
    if (await demoStore(tx).change(['filling'], { state: 'filled', filled_at: clock.now() })) await job.complete(tx)
  })
  await tellScreens(tools)
}

/** With their accounts, still without figures, and colleagues who cannot sign in. */
async function makeCompanies(begunAt: number, tools: DemoTools): Promise<DemoCompany[]> {
  const { database, images, blobs, credits } = tools
  const store = demoStore(database.queries)
  if ((await store.companies()).length === 0) {
    const avatars = new Map<string, string>()
    for (const [place, client] of CLIENTS.entries())
      for (const [at, { username }] of accountsOf(client).slice(0, client.branches.length).entries()) {
        const hash = await blobs.put(await images.draw(drawPicture(at * 2 + place, username, AVATAR)))
        const key = `${PROFILE_PICTURE}${username.slice(USERNAME_BEGINNING.length)}${DRAWN}`
        await store.addPictures([{ key, hash, type: 'image/jpeg' }])
        avatars.set(username, hash)
      }
    const nobodysPassword = await hashPassword(newSecret())
    await database.transaction(async (tx) => {
      const inside = demoStore(tx)
      if ((await inside.find())?.state !== 'filling' || (await inside.companies()).length > 0) return
      for (const client of CLIENTS) {
        const isTaken = await inside.isNameTaken(client.name)
        const id = await inside.addCompany(isTaken ? `${client.name} (demo)` : client.name, client, begunAt)
        await inside.addAccounts(accountsOf(client).map((account) => asRow(id, account, avatars, begunAt)))
        await inside.addUser({
          company_id: id,
          username: `${USERNAME_BEGINNING}${client.colleague}`,
          password_hash: nobodysPassword,
          created_at: begunAt,
        })
      }
    })
  }
  const companies = await store.companies()
  const made = companies.flatMap(({ id, name }, place) => {
    const client = CLIENTS[place]
    return client ? [{ id, name, place, client }] : []
  })
  for (const company of made)
    if (!(await store.hasCredits(company.id)))
      await credits.give(demoViewer(company), company.id, { credits: CREDITS, reason: 'For the demo' }, undefined)
  const [payer] = made
  if (payer) await tools.subscription.make(demoViewer(payer), payer.id)
  return made
}

const asRow = (companyId: number, account: DemoAccount, avatars: ReadonlyMap<string, string>, now: number) => ({
  company_id: companyId,
  username: account.username,
  category: account.category,
  picture_hash: avatars.get(account.username) ?? null,
  created_at: now,
})
