/** Requests that an import refuses, each with a sentence, and of which nothing stays. */
import { request } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { HEADER, leftovers } from '../../../testing/import-files.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { setUpSharedWorld, type World, world } from '../../../testing/world.ts'

const shared = setUpSharedWorld()

describe('a request that is not what it should be', () => {
  const GOOD = `${HEADER}\ngrove,2026-11-01,5,,,\n`
  const part = (name: string, content = GOOD, file: string | null = 'a.csv') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\n${content}\r\n`

  const BROKEN = 'The form is not well-formed, or breaks off before its end'

  const send = (here: World, body: string, type: string | null = 'multipart/form-data; boundary=x', query = '') =>
    here.app.inject({
      method: 'POST',
      url: `/api/accounts/import${query}`,
      headers: { authorization: `Bearer ${here.tokens.admin}`, ...(type && { 'content-type': type }) },
      payload: body,
    })

  test('is not one whose file has no name, as a program may send it', async () => {
    const here = await world()
    const head = 'content-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream'
    const res = await send(here, `--x\r\n${head}\r\n\r\n${GOOD}\r\n--x--`)
    expect([res.statusCode, res.json().snapshots]).toEqual([200, 1])
  })

  test.each<[string, string, string | null, number, string]>([
    [
      'a wrong field name',
      `${part('upload')}--x--`,
      'multipart/form-data; boundary=x',
      400,
      'Send the file in a field named file',
    ],
    [
      'no file',
      `${part('file', 'text', null)}--x--`,
      'multipart/form-data; boundary=x',
      400,
      'Send the file in a field named file',
    ],
    ['an empty form', '--x--', 'multipart/form-data; boundary=x', 400, 'Send the file in a field named file'],
    [
      'two files',
      `${part('file')}${part('file')}--x--`,
      'multipart/form-data; boundary=x',
      400,
      'Send one file at a time',
    ],
    [
      'two files, one elsewhere',
      `${part('file')}${part('other')}--x--`,
      'multipart/form-data; boundary=x',
      400,
      'Send one file at a time',
    ],
    ['a form that breaks off in the file', part('file').slice(0, -20), 'multipart/form-data; boundary=x', 400, BROKEN],
    ['a form that breaks off after the file', part('file'), 'multipart/form-data; boundary=x', 400, BROKEN],
    ['no boundary', `${part('file')}--x--`, 'multipart/form-data', 400, BROKEN],
    ['another boundary', `${part('file')}--x--`, 'multipart/form-data; boundary=y', 400, BROKEN],
    [
      'twenty fields',
      `${part('note', 'x', null).repeat(20)}${part('file')}--x--`,
      'multipart/form-data; boundary=x',
      413,
      'The form has too many fields',
    ],
    [
      'a field __proto__',
      `${part('__proto__')}--x--`,
      'multipart/form-data; boundary=x',
      400,
      'prototype property is not allowed as field name',
    ],
    ['JSON', '{"file":"x"}', 'application/json', 415, 'Send a form with a file (multipart/form-data)'],
    ['the bare file', GOOD, 'text/csv', 415, 'Send a form with a file (multipart/form-data)'],
    ['nothing', '', null, 415, 'Send a form with a file (multipart/form-data)'],
  ])('with %s is refused, and nothing is stored', async (_, body, type, status, message) => {
    const here = await shared()
    const before = await readTables(here.database)
    const res = await send(here, body, type)
    expect(res.statusCode, res.body).toBe(status)
    expect(res.json()).toMatchObject({ message, status, success: false })
    expect(await readTables(here.database)).toEqual(before)
    expect(leftovers(here)).toEqual([])
  })

  test.each([
    ['companyId=77', 'There is no such company'],
    ['companyId=0', 'companyId must be a whole number from 1 to 2147483647'],
    ['companyId=x', 'companyId must be a whole number from 1 to 2147483647'],
    ['importId=1', 'importId must be a UUID'],
    ['company=1', 'company is not a field of this request'],
  ])('with ?%s is refused, and nothing is stored', async (query, message) => {
    const here = await shared()
    const before = await readTables(here.database)
    const res = await send(here, `${part('file')}--x--`, 'multipart/form-data; boundary=x', `?${query}`)
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ message, status: 400, success: false })
    expect(await readTables(here.database)).toEqual(before)
    expect(leftovers(here)).toEqual([])
  })

  test('other fields beside the file are passed over, before and after it', async () => {
    const here = await world()
    const res = await send(here, `${part('note', 'x', null)}${part('file')}${part('note', 'y', null)}--x--`)
    expect(res.json()).toMatchObject({ snapshots: 1 })
  })

  test('whose sender goes away leaves no file and no import behind', async () => {
    const here = await world()
    await here.app.listen({ port: 0, host: '127.0.0.1' })
    const address = here.app.server.address()
    const before = await readTables(here.database)
    const sending = request({
      port: typeof address === 'object' ? address?.port : 0,
      method: 'POST',
      path: '/api/accounts/import',
      headers: {
        authorization: `Bearer ${here.tokens.admin}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 10_000_000,
      },
    })
    sending.on('error', () => {})
    sending.write(part('file', GOOD.repeat(5_000)).slice(0, 100_000))
    await vi.waitFor(() => expect(leftovers(here)).toHaveLength(1), 10_000)
    sending.destroy()
    await vi.waitFor(() => expect(leftovers(here)).toEqual([]), 10_000)
    expect(await readTables(here.database)).toEqual(before)
  })
})
