/** The page and its files over HTTP: at every address of a page, with a policy of its own, compressed, and nothing else. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectSafeHeaders } from '../../testing/any-answer.ts'
import { folderOfTest } from '../../testing/test-folder.ts'
import { world } from '../../testing/world.ts'
import type { CspOrigins } from './security-headers.ts'

describe('the screen', () => {
  async function withSite(pageGuest: CspOrigins | null = null) {
    const folder = folderOfTest()
    mkdirSync(join(folder, 'assets'))
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><script nonce="__CSP_NONCE__"></script><style nonce="__CSP_NONCE__">',
    )
    writeFileSync(join(folder, 'assets/app-1a2b.js'), 'plain')
    writeFileSync(join(folder, 'assets/app-1a2b.js.br'), 'brotli')
    writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), 'gzip')
    mkdirSync(join(folder, 'assets/workers'))
    writeFileSync(join(folder, 'assets/workers/preview-1a2b.js'), 'worker')
    writeFileSync(join(folder, 'assets/workers/preview-1a2b.js.br'), 'worker, brotli')
    writeFileSync(join(folder, 'icon.svg'), '<svg/>')
    writeFileSync(join(folder, '.env'), 'SECRET=1')
    return world({ app: { siteFolder: folder, cspOrigins: pageGuest } })
  }

  test('answers every page address with the page and a nonce of its own', async () => {
    const { app } = await withSite()
    const nonces = new Set<string>()
    for (const url of ['/', '/login', '/account/12?range=30', '/what/ever', '/index.html']) {
      const res = await app.inject(url)
      expect(res.statusCode).toBe(200)
      expect(res.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(res.headers['cache-control']).toBe('no-store')
      const [first, second] = [...res.body.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce ?? '')
      expect(first).toBe(second)
      nonces.add(first ?? '')
      expect(res.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${first}';`)
      expect(res.headers['content-security-policy']).toContain("default-src 'none'")
      expect(res.headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
      expectSafeHeaders(res.headers)
    }
    expect(nonces.size).toBe(5)
    expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200)
  })

  test('names what the page at an address loads, so that it comes along with the entry', async () => {
    const folder = folderOfTest()
    writeFileSync(join(folder, 'index.html'), '<head><script nonce="__CSP_NONCE__"></script></head>')
    const byRoute = { '/': ['assets/home-1.js'], '/account/$accountId': ['assets/account-1.js', 'assets/chart-1.css'] }
    writeFileSync(join(folder, 'preloads.json'), JSON.stringify(byRoute))
    const { app } = await world({ app: { siteFolder: folder } })
    const linksAt = async (url: string) =>
      [...(await app.inject(url)).body.matchAll(/<link rel="(\w+)"[^>]*href="([^"]+)">/g)].map(([, rel, to]) => [
        rel,
        to,
      ])
    expect(await linksAt('/?days=90')).toEqual([['modulepreload', '/assets/home-1.js']])
    expect(await linksAt('/account/12?range=30')).toEqual([
      ['modulepreload', '/assets/account-1.js'],
      ['preload', '/assets/chart-1.css'],
    ])
    for (const url of ['/account/12/posts', '/elsewhere', '/preloads.json']) expect(await linksAt(url)).toEqual([])
    const { body, headers } = await app.inject('/')
    const [first, second] = [...body.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce)
    expect([first, headers['content-security-policy']]).toEqual([second, expect.stringContaining(`'nonce-${first}'`)])
  })

  test('lets a listed CSP origin in, and no other', async () => {
    const { app } = await withSite({
      scripts: ['https://cards.example'],
      frames: ['https://frames.example'],
      calls: ['https://calls.example'],
      trustedTypes: ['default'],
    })
    const policy = String((await app.inject('/pricing')).headers['content-security-policy'])
    expect(policy.split('; ').filter((part) => part.includes('example'))).toEqual([
      expect.stringMatching(/^script-src 'self' 'nonce-\S+' https:\/\/cards\.example$/),
      "connect-src 'self' https://calls.example",
      "frame-src 'self' https://frames.example",
    ])
    expect(policy).toMatch(/trusted-types tangelo-preview default$/)
    expect(policy).not.toContain('unsafe-')
  })

  test('never takes an address of the interface or of a file for a page', async () => {
    const { app } = await withSite()
    for (const url of ['/api/nothing', '/api', '/media/x.jpg', '/assets/gone.js']) {
      const res = await app.inject(url)
      expect(res.statusCode).toBe(404)
      expect(res.json().error).toBe('not_found')
    }
    expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404)
  })

  test('sends files compressed as the browser takes them; hashed ones may be kept for ever', async () => {
    const { app } = await withSite()
    const askInEncoding = (encoding: string) =>
      app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': encoding } })
    for (const [encoding, body] of [
      ['gzip, deflate, br', 'brotli'],
      ['gzip', 'gzip'],
      ['identity', 'plain'],
    ] as const) {
      const res = await askInEncoding(encoding)
      expect(res.body).toBe(body)
      expect(res.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
      })
    }
    expect((await app.inject('/icon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  test('a file that cannot be read is a failure which no cache keeps', async () => {
    const folder = folderOfTest()
    mkdirSync(join(folder, 'assets'))
    for (const name of ['index.html', 'assets/app-1a2b.js', 'assets/app-1a2b.js.br'])
      writeFileSync(join(folder, name), 'x')
    const { app } = await world({ app: { siteFolder: folder } })
    // As an upgrade does while the server still runs.
    rmSync(join(folder, 'assets'), { recursive: true })
    const res = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'br' } })
    expect([res.statusCode, res.headers['cache-control'], res.headers['content-encoding'], res.json().error]).toEqual([
      500,
      'no-store',
      undefined,
      'internal',
    ])
  })

  test('lets workers alone compile, and the page start none but ours', async () => {
    const { app } = await withSite()
    const policyOf = async (url: string, encoding = 'identity') =>
      (await app.inject({ url, headers: { 'accept-encoding': encoding } })).headers['content-security-policy']
    const workers = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self' blob:"
    expect(await policyOf('/assets/workers/preview-1a2b.js')).toBe(workers)
    expect(await policyOf('/assets/workers/preview-1a2b.js', 'br')).toBe(workers)
    expect(await policyOf('/assets/app-1a2b.js')).not.toContain('unsafe')
    const page = await policyOf('/reel-maker')
    expect(page).toContain("worker-src 'self';")
    expect(page).toMatch(/require-trusted-types-for 'script'; trusted-types tangelo-preview$/)
    expect(page).not.toContain('unsafe')
  })

  test('hands out nothing that is not part of it', async () => {
    const { app } = await withSite()
    for (const url of [
      '/.env',
      '/../package.json',
      '/..%2f..%2fetc%2fpasswd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/..%2f.env',
    ]) {
      const res = await app.inject(url)
      expect(res.body).not.toMatch(/SECRET|root:|"name"/)
    }
  })
})
