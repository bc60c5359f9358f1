/** Notifications, which are collected, and wait for the end of quiet hours. */
import { describe, expect, test } from 'vitest'
import { buildPasswordChanged, enqueue, notice, subjects } from '#testing/mail-requests.ts'
import { insertAddresses, mailWorld, textOf } from '#testing/mail-world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('notifications', () => {
  test('of a quarter of an hour are one mail, which stops in one click', async () => {
    const { here, server } = await mailWorld()
    await insertAddresses(here, 'pro', 'basic')
    await enqueue(here, notice('one', 'A first'), notice('one', 'A first, once more'), notice('for basic', 'Other', 3))
    here.clock.moveBy(10 * MINUTE)
    await enqueue(here, notice('two', 'A second'))
    await here.sendMail()
    expect(server.taken).toEqual([])
    here.clock.moveBy(5 * MINUTE)
    await here.sendMail()
    expect(subjects(server.taken).sort()).toEqual(['A first (and 1 more)', 'Other'])
    const mail = server.taken.find(({ to }) => to === 'pro@client.example')?.bytes ?? ''
    expect(textOf(mail)).toMatch(
      /A first[\s\S]*About A first\.[\s\S]*https:\/\/tangelo\.example\/accounts\/1[\s\S]*A second/,
    )
    expect(await here.sendMail()).toBe(0)

    const [, address = ''] =
      /List-Unsubscribe: <https:\/\/tangelo\.example([^>]+)>/.exec(mail.replace(/\r\n[ \t]+/g, ' ')) ?? []
    const page = await here.app.inject({ method: 'GET', url: address })
    expect([page.statusCode, page.headers.location]).toEqual([303, '/mail/stop#secret-of-pro.alerts'])
    expect((await here.ask('pro', 'GET', '/api/mail/address')).json().stopped).toEqual([])
    const click = { method: 'POST', url: address, payload: 'List-Unsubscribe=One-Click' } as const
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await here.app.inject({ ...click, headers: form })).statusCode).toBe(200)
    expect((await here.ask('pro', 'GET', '/api/mail/address')).json().stopped).toEqual(['alerts'])
    const boundary = '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
    expect((await here.app.inject({ ...click, payload: boundary, headers: multipart })).statusCode).toBe(200)
    expect(await enqueue(here, notice('three'))).toBe(0)
    expect(await enqueue(here, buildPasswordChanged('not a notification'))).toBe(1)
  })

  test('of a recipient whose mail cannot be made hold up nothing else', async () => {
    const { here, server } = await mailWorld()
    await insertAddresses(here, 'pro', 'basic')
    const { queries } = here.database
    const broken = { time_zone: 'Mars/Olympus', quiet_from: 60, quiet_until: 120 }
    await queries.updateTable('mail_recipients').set(broken).where('user_id', '=', 2).execute()
    await enqueue(here, notice('one'), notice('two', 'For basic', 3), buildPasswordChanged('three', 3))
    here.clock.moveBy(HOUR)
    await here.sendMail()
    expect(subjects(server.taken).sort()).toEqual(['For basic', 'Your password was changed'])
  })

  test('that a user has stopped meanwhile are not sent', async () => {
    const { here, server } = await mailWorld()
    await insertAddresses(here, 'pro')
    await enqueue(here, notice('one'))
    await here.ask('pro', 'PUT', '/api/mail/preferences', { stopped: ['alerts'] })
    here.clock.moveBy(HOUR)
    await here.sendMail()
    expect(server.taken).toEqual([])
    expect((await here.ask('admin', 'GET', '/api/mail')).json()).toMatchObject({ held: 0, waiting: 0 })
  })

  test('wait for the end of quiet hours, by the clocks of the user and across summer time', async () => {
    const { here, server } = await mailWorld({ session: { idleMs: 400 * 24 * HOUR, maxMs: 400 * 24 * HOUR } })
    await insertAddresses(here, 'pro')
    const quiet = { quiet: { from: '22:00', until: '07:30' }, timeZone: 'Europe/Berlin' }
    expect((await here.ask('pro', 'PUT', '/api/mail/preferences', quiet)).json()).toMatchObject(quiet)
    // The night in which clocks go forward: 2027-03-28, 02:00 becomes 03:00 in Berlin.
    here.clock.moveBy(Date.UTC(2027, 2, 27, 21, 30) - here.clock.now())
    await enqueue(here, notice('in the night'))
    for (const [at, count] of [
      [Date.UTC(2027, 2, 27, 23), 0],
      [Date.UTC(2027, 2, 28, 5, 29), 0],
      [Date.UTC(2027, 2, 28, 5, 30), 1],
    ] as const) {
      here.clock.moveBy(at - here.clock.now())
      await here.sendMail()
      expect(server.taken.length, new Date(at).toISOString()).toBe(count)
    }
  })

  test('of ten thousand accounts for one user are one mail', async () => {
    const { here, server } = await mailWorld()
    await insertAddresses(here, 'pro')
    expect(await enqueue(here, ...Array.from({ length: 10_000 }, (_, at) => notice(`account ${at}`)))).toBe(10_000)
    here.clock.moveBy(15 * MINUTE)
    await here.sendMail()
    expect(subjects(server.taken)).toEqual(['account 0 (and 9999 more)'])
    expect(textOf(server.taken[0]?.bytes ?? '')).toContain('And 9960 more')
  })
})
