/** Programs that fetch a link which someone sent: they see the page and change nothing, not even a count. */
import { expect, test } from 'vitest'
import { readTables } from '../../../testing/read-tables.ts'
import { BROWSER, createLink, openAt } from '../../../testing/share-links.ts'
import { setUpSharedWorld } from '../../../testing/world.ts'

const BOTS = [
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'WhatsApp/2.23.20.0',
  'TelegramBot (like TwitterBot)',
  'Twitterbot/1.0',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slack-ImgProxy (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Jakarta Commons-HttpClient/3.1 +http://www.linkedin.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0 Safari/537.36 BingPreview/1.0b',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  'Pinterest/0.2 (+https://www.pinterest.com/bot.html)Mozilla/5.0 (compatible; Pinterestbot/1.0)',
  'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
  'Viber/20.4.0.0 CFNetwork/1410.0.3 Darwin/22.6.0',
  'Microsoft Office/16.0 (Microsoft Outlook Mail 16.0.6416; Pro)',
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/119.0.0.0 Safari/537.36',
  'Mattermost-Bot/1.1',
  'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
  'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots',
  'curl/8.5.0',
]

/** Browsers inside of apps say the names of these apps, and are people's. */
const PEOPLE = [
  BROWSER['user-agent'],
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 336.0.0.19.92 (iPhone15,2; iOS 17_5)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F79 [FBAN/FBIOS;FBAV/465.0.0.41.103]',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.29.7762',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36 Edg/129.0.0.0',
]

const theWorld = setUpSharedWorld({ accounts: ['lumenandco'] })

test(`${BOTS.length} known programs get the page, and nothing in the store has changed after them`, async () => {
  const here = await theWorld()
  const { path } = await createLink(here, { kind: 'calendar' })
  const before = await readTables(here.database)
  for (const agent of BOTS) {
    const page = await openAt(here, path, { 'user-agent': agent })
    expect(page.statusCode, agent).toBe(200)
    expect(page.headers['set-cookie']).toBeUndefined()
  }
  const prefetches: Record<string, string>[] = [
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'preview' },
    { 'user-agent': '' },
  ]
  for (const headers of prefetches) await openAt(here, path, headers)
  await here.app.inject({ method: 'HEAD', url: path, headers: BROWSER })
  expect(await readTables(here.database)).toEqual(before)
})

test.each(PEOPLE)('a person with %s is counted', async (agent) => {
  const here = await theWorld()
  const { path, id } = await createLink(here, { kind: 'calendar' })
  await openAt(here, path, { 'user-agent': agent })
  const links = (await here.ask('pro', 'GET', '/api/links?kind=calendar')).json()
  expect(links.find((one: { id: number }) => one.id === id)).toMatchObject({ openedCount: 1 })
})
