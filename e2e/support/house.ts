/** A server with three companies, one person per role, and accounts with figures: all made over HTTP, as people would. */
import { FOREIGN, SAMPLES, tableOf } from './figures.ts'
import { noteSecrets } from './left-behind.ts'
import { type RunningServer, startServer } from './server.ts'

/** Everybody's password here. */
export const PASSWORD = 'a ripe tangelo in March'

/** A maker has a company to themselves, and with it all its credits. */
export type Person = 'admin' | 'pro' | 'basic' | 'other' | 'newcomer' | 'maker'

export interface StoredSession {
  readonly token: string
  readonly user: Readonly<Record<string, unknown>>
}

export interface House {
  readonly address: string
  readonly companies: { readonly citrus: number; readonly grove: number; readonly seedling: number }
  signIn(username: string, password?: string): Promise<StoredSession>
  /** Makes a user for one test only; returns the name. */
  addPerson(role: string, companyId: number | null): Promise<string>
  /** Signs in a user with a company of their own. */
  newMaker(): Promise<StoredSession>
  addAccount(username: string, more?: Readonly<Record<string, unknown>>): Promise<number>
  accountId(username: string): Promise<number>
  importFile(name: string, content: string, companyId?: number): Promise<void>
  /** Of the company of pro and basic. */
  addDraft(draft: Readonly<Record<string, unknown>>): Promise<{ readonly id: string }>
  /** As another person of that company would, from somewhere else. */
  changePost(id: string, changes: Readonly<Record<string, unknown>>): Promise<void>
  stop(): Promise<void>
}

export async function openHouse(): Promise<House> {
  // Everything that a log may say is looked through afterwards.
  const server = await startServer({ ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'debug', WEBHOOK_ALLOW_PRIVATE: 'true' })
  try {
    return await furnish(server)
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function furnish({ address, stop }: RunningServer): Promise<House> {
  let token = ''

  async function ask(method: string, path: string, body?: object, as = token): Promise<unknown> {
    const isForm = body instanceof FormData
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    const answer: unknown = await response.json()
    noteSecrets(address, isForm ? null : body, answer)
    return answer
  }
  const signIn = async (username: string, password = PASSWORD): Promise<StoredSession> => {
    const { token, user } = fields(await ask('POST', '/api/auth/login', { username, password }))
    return { token: String(token), user: fields(user) }
  }
  const make = async (path: string, body: object): Promise<number> => Number(fields(await ask('POST', path, body)).id)
  const importFile = async (name: string, content: string, companyId?: number): Promise<void> => {
    const form = new FormData()
    form.set('file', new Blob([content]), name)
    await ask('POST', `/api/accounts/import${companyId ? `?companyId=${companyId}` : ''}`, form)
  }
  const accountId = async (username: string): Promise<number> => {
    const found = await ask('GET', `/api/accounts?q=${encodeURIComponent(username)}`)
    const account = Array.isArray(found) ? found.map(fields).find((one) => one.username === username) : undefined
    if (!account) throw new Error(`There is no account ${username}`)
    return Number(account.id)
  }

  /** What a backup holds is looked through too. */
  const makeBackup = async (): Promise<void> => {
    const admin = (await signIn('admin')).token
    await ask('POST', '/api/system/backups', undefined, admin)
    while (fields(await ask('GET', '/api/system/backups', undefined, admin)).making !== null);
  }

  token = (await signIn('admin')).token
  const companies = {
    citrus: await make('/api/companies', { name: 'Citrus Studio' }),
    grove: await make('/api/companies', { name: 'Grove Agency' }),
    seedling: await make('/api/companies', { name: 'Seedling' }),
  }
  const people = [
    { username: 'pro', role: 'pro', companyId: companies.citrus },
    { username: 'basic', role: 'basic', companyId: companies.citrus },
    { username: 'other', role: 'pro', companyId: companies.grove },
    { username: 'newcomer', role: 'basic', companyId: companies.seedling },
  ]
  for (const person of people) await make('/api/users', { ...person, password: PASSWORD })
  await importFile('figures.csv', tableOf(SAMPLES), companies.citrus)
  await importFile('foreign.csv', tableOf([FOREIGN]), companies.grove)
  await ask('PUT', `/api/accounts/${await accountId('citrus.daily')}`, { category: 'Food & Recipes' })
  await make('/api/accounts', { username: 'quiet_corner', companyId: companies.citrus })

  const planner = (await signIn('pro')).token
  let made = 0
  async function addPerson(role: string, companyId: number | null): Promise<string> {
    made += 1
    const username = `visitor-${made}`
    await make('/api/users', { username, role, companyId, password: PASSWORD })
    return username
  }
  return {
    address,
    companies,
    signIn,
    accountId,
    importFile,
    async stop() {
      await makeBackup()
      await stop()
    },
    addPerson,
    async newMaker() {
      const companyId = await make('/api/companies', { name: `Studio ${made + 1}` })
      return signIn(await addPerson('pro', companyId))
    },
    async addDraft(draft) {
      return { id: String(fields(await ask('POST', '/api/content/posts', draft, planner)).id) }
    },
    async changePost(id, changes) {
      await ask('PUT', `/api/airtable/posts/${id}`, changes, planner)
    },
    addAccount: (username, more = {}) => make('/api/accounts', { username, ...more }),
  }
}

function fields(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new TypeError(`Not an object: ${String(value)}`)
  return Object.fromEntries(Object.entries(value))
}
