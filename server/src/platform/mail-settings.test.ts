import { expect, test } from 'vitest'
import { mailIn, mailSecretsIn } from './mail-settings.ts'

const read = (SMTP_URL?: string, MAIL_FROM?: string, PUBLIC_URL: string | undefined = 'https://t.example') =>
  mailIn({ SMTP_URL, MAIL_FROM, PUBLIC_URL })

test.each([
  ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, isSecure: false, user: null, password: null }],
  ['smtps://mail.example.org', { host: 'mail.example.org', port: 465, isSecure: true, user: null, password: null }],
  [
    'smtp://me%40x.org:p%40ss%3Aword@10.0.0.1:2525/',
    { host: '10.0.0.1', port: 2525, isSecure: false, user: 'me@x.org', password: 'p@ss:word' },
  ],
  ['smtp://[::1]:25', { host: '::1', port: 25, isSecure: false, user: null, password: null }],
])('%s', (url, smtp) => {
  expect(read(url, 'us@t.example').settings?.smtp).toEqual(smtp)
})

test.each([
  ['us@t.example', { name: null, address: 'us@t.example' }],
  ['Citrus Studio <us@t.example>', { name: 'Citrus Studio', address: 'us@t.example' }],
  ['"Söhne, Inc." <us@t.example>', { name: 'Söhne, Inc.', address: 'us@t.example' }],
])('%s', (text, from) => {
  expect(read('smtp://h', text).settings?.from).toEqual(from)
})

test.each([
  [undefined, undefined, null],
  ['smtp://h', undefined, /MAIL_FROM is not/],
  [undefined, 'us@t.example', /SMTP_URL is not/],
  ['http://secretword@h', 'us@t.example', /SMTP_URL is not understood/],
  ['smtp://h/path', 'us@t.example', /SMTP_URL is not understood/],
  ['smtp://a:%ff@h', 'us@t.example', /SMTP_URL is not understood/],
  ['secretword', 'us@t.example', /SMTP_URL is not understood/],
  ['smtp://h', 'not an address', /MAIL_FROM is not understood/],
  ['smtp://h', 'A\r\nBcc: x@y.org <us@t.example>', /MAIL_FROM is not understood/],
])('%s and %s: mail is off, and why', (url, from, problem) => {
  const found = read(url, from)
  expect(found.settings).toBeNull()
  if (problem === null) expect(found.problem).toBeNull()
  else expect(found.problem).toMatch(problem)
  expect(found.problem ?? '').not.toContain('secretword')
})

test('needs PUBLIC_URL, and names the secret in every form', () => {
  expect(mailIn({ SMTP_URL: 'smtp://h', MAIL_FROM: 'a@b.org', PUBLIC_URL: undefined }).problem).toMatch(/PUBLIC_URL/)
  expect(mailSecretsIn(read('smtp://u:p%40ss@h', 'a@b.org'))).toEqual(['p@ss', 'p%40ss', 'cEBzcw==', 'AHUAcEBzcw=='])
})
