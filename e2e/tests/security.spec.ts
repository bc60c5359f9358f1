/** What the page's headers make the browser refuse, and that the product needs none of it. Every other test watches for reports. */
import { rowOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

test('every page comes with a fresh nonce and a policy that allows nothing inline besides it', async ({ house }) => {
  const nonces = new Set<string>()
  for (const path of ['/', '/login', '/account/1', '/no/such/page']) {
    const response = await fetch(`${house.address}${path}`)
    const policy = response.headers.get('content-security-policy') ?? ''
    const nonce = policy.match(/'nonce-([^']+)'/)?.[1] ?? ''
    expect(nonce.length, path).toBeGreaterThanOrEqual(22)
    nonces.add(nonce)
    expect(policy).toMatch(/^default-src 'none';/)
    expect(policy).not.toContain('unsafe-')
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|\*/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const markup = await response.text()
    expect(markup).not.toContain('__CSP_NONCE__')
    const scripts = [...markup.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
    expect(scripts.length).toBeGreaterThan(1)
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`)
  }
  expect(nonces.size, 'never the same twice').toBe(4)
})

test.describe('signed in', () => {
  test.use({ viewer: 'pro' })

  test('a whole visit sends requests to our own server only, and the token travels in no address', async ({
    page,
    house,
    session,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/')
    await rowOf(page, 'citrus.daily').getByRole('link').last().click()
    await expect(page.getByRole('application').first()).toBeVisible()
    await page.getByRole('radio', { name: '90 days' }).click()
    await expect(page.getByRole('heading', { name: 'Last 90 days' })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    expect(asked.filter((url) => !url.startsWith(`${house.address}/`) && !/^(data|blob):/.test(url))).toEqual([])
    expect(asked.filter((url) => session && url.includes(session.token))).toEqual([])
    expect(await page.evaluate(() => document.fonts.check('14px Inter'))).toBe(true)
  })

  test('markup in what people typed is shown as text', async ({ page, house }) => {
    const text = '<img src=x onerror="document.title=1"><script>alert(1)</script>'
    const id = await house.addAccount('plain.text', { companyId: house.companies.citrus, notes: text })
    await page.goto(`/account/${id}`)
    await page.getByRole('button', { name: 'Edit Account' }).click()
    await expect(page.getByRole('dialog').getByLabel('Notes')).toHaveValue(text)
    await page.goto('/?q=%3Cimg%20src%3Dx%3E')
    await expect(page.getByText('No account name contains “<img src=x>”.', { exact: true })).toBeVisible()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
  })
})
