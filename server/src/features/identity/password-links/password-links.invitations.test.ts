/** An invitation lets a new user choose a password by a link in a mail, through HTTP. */
import { describe, expect, test } from 'vitest'
import { mailWorld } from '../../../testing/mail-world.ts'
import { complete, NEW, receiveToken } from '../../../testing/password-links.ts'
import { signIn } from '../../../testing/signing-in.ts'
import { PASSWORD, world } from '../../../testing/world.ts'

describe('an invitation', () => {
  const NEWCOMER = { username: 'newcomer', role: 'basic', companyId: 1, mailAddress: 'new@client.example' }

  test('lets a new user choose a password, and confirms the address', async () => {
    const mailing = await mailWorld()
    const { here, server } = mailing
    const made = await here.ask('admin', 'POST', '/api/users', NEWCOMER)
    expect(made.json()).toMatchObject({ mailState: 'unconfirmed', invitedAt: '2026-11-20T09:00:00.000Z' })
    const token = await receiveToken(mailing)
    expect(server.taken.map(({ to }) => to)).toEqual(['new@client.example'])
    expect((await complete(here, token)).json()).toEqual({ username: 'newcomer' })
    expect((await signIn(here, 'newcomer', NEW)).statusCode).toBe(200)
    const [user] = (await here.ask('admin', 'GET', '/api/users?q=newcomer')).json()
    expect(user).toMatchObject({ mailState: 'confirmed', invitedAt: null })
  })

  test('can be sent again, which ends the one before; not to a user with a password', async () => {
    const mailing = await mailWorld()
    const { here } = mailing
    const { id } = (await here.ask('admin', 'POST', '/api/users', NEWCOMER)).json()
    const first = await receiveToken(mailing)
    expect((await here.ask('admin', 'POST', `/api/users/${id}/invitation`)).statusCode).toBe(200)
    const second = await receiveToken(mailing)
    expect((await complete(here, first)).statusCode).toBe(404)
    expect((await complete(here, second)).statusCode).toBe(200)
    expect((await here.ask('admin', 'POST', `/api/users/${id}/invitation`)).json().error).toBe('not_invited')
  })

  test('goes to another address when that was wrong', async () => {
    const mailing = await mailWorld()
    const { here, server } = mailing
    const { id } = (await here.ask('admin', 'POST', '/api/users', NEWCOMER)).json()
    await here.ask('admin', 'PUT', `/api/users/${id}`, { mailAddress: 'right@client.example' })
    const token = await receiveToken(mailing)
    expect(server.taken.map(({ to }) => to)).toEqual(['right@client.example'])
    expect((await complete(here, token)).statusCode).toBe(200)
  })

  test('names the username that signs in, also where both it and the address were changed', async () => {
    const mailing = await mailWorld()
    const { here, server } = mailing
    const { id } = (await here.ask('admin', 'POST', '/api/users', NEWCOMER)).json()
    await here.ask('admin', 'PUT', `/api/users/${id}`, { username: 'mara', mailAddress: 'right@client.example' })
    await here.sendMail()
    expect(server.taken.at(-1)?.bytes).toContain('Your username is mara')
  })

  test('needs mail and an address; a password does without', async () => {
    const off = await world()
    expect((await off.ask('admin', 'POST', '/api/users', NEWCOMER)).json().fields).toEqual({ password: 'is missing' })
    const { here } = await mailWorld()
    const { mailAddress, ...without } = NEWCOMER
    expect((await here.ask('admin', 'POST', '/api/users', without)).statusCode).toBe(400)
    const withBoth = await here.ask('admin', 'POST', '/api/users', { ...NEWCOMER, password: PASSWORD })
    expect(withBoth.json()).toMatchObject({ mailAddress, mailState: 'unconfirmed', invitedAt: null })
  })
})
