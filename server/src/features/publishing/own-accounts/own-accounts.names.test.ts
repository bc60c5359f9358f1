/** The name of a connected account: what is published and read goes to the account that was connected, whatever it is called here. */
import { expect, test } from 'vitest'
import { bakery, type Connectable, connectable } from '#testing/connectable.ts'

async function connectBakery(here: Connectable): Promise<number> {
  const accountId = await here.accountId('sample.bakery')
  await here.signIn('pro', { accountId, decision: bakery })
  expect((await here.own(accountId)).accounts).toMatchObject([{ state: 'connected' }])
  return accountId
}

const readName = async ({ ask }: Connectable, accountId: number) =>
  (await ask('pro', 'GET', `/api/accounts/${accountId}`)).json().account.username

test('a connected account is not given the name of another one: its posts would still go to the one that was connected', async () => {
  const here = await connectable({ accounts: ['sample.bakery'] })
  const accountId = await connectBakery(here)
  const rename = (username: string) => here.ask('admin', 'PUT', `/api/accounts/${accountId}`, { username })
  const refused = await rename('sample.creator')
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'This account is connected to Instagram, which does not call it @sample.creator. Disconnect it first, or add @sample.creator as another account.',
  ])
  expect(await readName(here, accountId)).toBe('sample.bakery')
  expect((await rename('Sample.Bakery')).statusCode).toBe(200)
  expect((await here.ask('pro', 'DELETE', `/api/own-accounts/${accountId}`)).statusCode).toBe(200)
  expect((await rename('sample.creator')).statusCode).toBe(200)
})

test('a connected account follows its owner, who has renamed it on Instagram', async () => {
  const here = await connectable({ accounts: ['sample.bakery'] })
  const accountId = await connectBakery(here)
  here.standIn.account('sample.bakery').username = 'sample.bistro'
  const renamed = await here.ask('admin', 'PUT', `/api/accounts/${accountId}`, { username: 'Sample.Bistro' })
  expect(renamed.statusCode, renamed.body).toBe(200)
  expect((await here.ask('pro', 'POST', `/api/own-accounts/${accountId}/check`)).json()).toMatchObject({
    state: 'connected',
  })
})

test('while Instagram cannot be asked a connected account keeps its name, and one whose access has ended may get another', async () => {
  const here = await connectable({ accounts: ['sample.bakery'] })
  const accountId = await connectBakery(here)
  const rename = () => here.ask('admin', 'PUT', `/api/accounts/${accountId}`, { username: 'sample.creator' })
  here.standIn.faults.next(1, 'drop')
  expect((await rename()).statusCode).toBe(502)
  expect(await readName(here, accountId)).toBe('sample.bakery')
  here.standIn.signIns.endTokens('sample.bakery', 460)
  expect((await rename()).statusCode).toBe(200)
  expect((await here.own(accountId)).accounts).toMatchObject([{ state: 'ended' }])
})
