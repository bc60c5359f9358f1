/** Addresses of people who are no users: who learns of them, and when they are forgotten. */
import { describe, expect, test } from 'vitest'
import { buildPasswordChanged, enqueue, mails, report } from '#testing/mail-requests.ts'
import { mailWorld } from '#testing/mail-world.ts'
import type { World } from '#testing/world.ts'

describe('an address outside', () => {
  const recipients = async ({ database }: World) =>
    (await database.queries.selectFrom('mail_recipients').select('address').orderBy('address').execute()).map(
      ({ address }) => address,
    )

  test('is not named in the audit log', async () => {
    const { here, server } = await mailWorld()
    server.refuse('ann@client.example', '550 5.1.1 No such user')
    await enqueue(here, buildPasswordChanged('one', 'ann@client.example'))
    await here.sendMail()
    const entries = (await here.ask('admin', 'GET', '/api/audit-log?group=mail')).json()
    expect(entries).toMatchObject([{ act: 'address.bounced', objectKind: 'mail', objectName: null }])
    expect(JSON.stringify(entries)).not.toContain('ann@')
  })

  test('is forgotten with the last company that mails it, with what waits for it', async () => {
    const { here } = await mailWorld()
    const addCompany = async (name: string) => (await here.ask('admin', 'POST', '/api/companies', { name })).json().id
    const [first, second] = [await addCompany('First'), await addCompany('Second')]
    await enqueue(
      here,
      report('ann@client.example', 'report:1:1', first),
      report('bob@client.example', 'report:1:1', first),
      report('bob@client.example', 'report:2:1', second),
      buildPasswordChanged('a test', 'cy@client.example'),
    )
    const remove = async (id: number) =>
      expect((await here.ask('admin', 'DELETE', `/api/companies/${id}`)).statusCode).toBe(200)
    await remove(first)
    expect(await recipients(here)).toEqual(['bob@client.example', 'cy@client.example'])
    await remove(second)
    expect(await recipients(here)).toEqual(['cy@client.example'])
    expect((await mails(here)).map(({ address }) => address)).toEqual(['cy@client.example'])
    expect(await here.database.queries.selectFrom('mail_recipient_companies').selectAll().execute()).toEqual([])
  })
})
