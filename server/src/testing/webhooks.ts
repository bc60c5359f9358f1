/** Worlds whose webhooks lead to receivers on this machine, and a clock that the test moves. */
import type { Webhook, WebhookDelivery } from '@tangelo/contract'
import { expect } from 'vitest'
import { USER_IDS } from './people.ts'
import { until } from './queue-nodes.ts'
import { type TestReceiver, testReceiver } from './receiver.ts'
import { type Person, type World, world } from './world.ts'
import { DAY, isQuiet } from './world-with-sources.ts'

export const SECOND = 1_000

export const setUrl = async ({ ask }: World, who: Person, webhookUrl: string | null) =>
  expect((await ask('admin', 'PUT', `/api/users/${USER_IDS[who]}`, { webhookUrl })).statusCode).toBe(200)

export const webhookOf = async ({ ask }: World, who: Person): Promise<Webhook> =>
  (await ask('admin', 'GET', `/api/webhooks/${USER_IDS[who]}`)).json()

export const deliveries = async ({ ask }: World, query = ''): Promise<WebhookDelivery[]> =>
  (await ask('admin', 'GET', `/api/webhooks/deliveries${query}`)).json()

export const secretOf = async ({ ask }: World, who: Person): Promise<string> =>
  (await ask('admin', 'POST', `/api/webhooks/${USER_IDS[who]}/secret`)).json().secret

export const aDraft = async ({ ask }: World, caption = 'new', who: Person = 'pro'): Promise<string> =>
  (await ask(who, 'POST', '/api/content/posts', { caption })).json().id

/** Time passes, then everything is sent that may be sent by then. */
export async function sendDue(here: World, passed = 0, meanwhile = async () => {}): Promise<void> {
  here.clock.moveBy(passed)
  const workers = here.work()
  await meanwhile()
  await until('nothing is due', async () => (await isQuiet(here)) && (await nothingUnseen(here)))
  await workers.end()
}

/** Every due delivery has a job, which waits for its moment. */
async function nothingUnseen({ database, clock }: World): Promise<boolean> {
  const due = await database.queries
    .selectFrom('webhook_deliveries')
    .select('user_id')
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', clock.now())
    .execute()
  const jobs = await database.queries
    .selectFrom('jobs')
    .select('key')
    .where('kind', '=', 'send-webhooks')
    .where('state', '=', 'waiting')
    .where('run_at', '>', clock.now())
    .execute()
  return due.every(({ user_id }) => jobs.some(({ key }) => key === String(user_id)))
}

/** A world where the webhook of some people leads to a receiver of their own on this machine. */
export async function listening(...people: Person[]) {
  const here = await world({
    webhooks: { allowsPrivate: true },
    publicUrl: 'https://tangelo.example',
    session: { idleMs: 90 * DAY, maxMs: 90 * DAY },
  })
  const receivers: TestReceiver[] = []
  for (const person of people) {
    const receiver = await testReceiver()
    await setUrl(here, person, receiver.url)
    receivers.push(receiver)
  }
  return { here, receivers }
}

export async function oneListening() {
  const { here, receivers } = await listening('pro')
  const [receiver] = receivers
  if (!receiver) throw new Error('no receiver listens')
  return { here, receiver }
}
