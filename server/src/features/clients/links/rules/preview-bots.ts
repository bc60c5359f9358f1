/** Programs that fetch a link which someone sent: chats that preview it, mail servers that check it, search engines. Pure. */

/** Words of their names; those of browsers inside of apps ("Instagram 300.0", "FBAN/FBIOS", "LinkedInApp") are people's. */
const PROGRAMS = new RegExp(
  [
    'bot\\b',
    'bot[/;_ -]',
    'crawl',
    'spider',
    'preview',
    'facebookexternalhit',
    'facebookcatalog',
    'meta-external',
    'whatsapp/',
    'skypeuri',
    'slack-imgproxy',
    'vkshare',
    'embedly',
    'iframely',
    'snapchat url',
    'google-(?:pagerenderer|inspectiontool|read-aloud|safety|site-verification)',
    'mediapartners',
    'apis-google',
    'ms-?office',
    'microsoft (?:office|outlook|url)',
    'safelinks',
    'barracuda',
    'proofpoint',
    'mimecast',
    'symantec',
    'urlscan',
    'virustotal',
    'viber/',
    'line-poker',
    'kakaotalk-scrap',
    'yahoomailproxy',
    'googleimageproxy',
    'headlesschrome',
    'lighthouse',
    'pagespeed',
    '^(?:curl|wget|python|go-http-client|java|okhttp|axios|node|undici|got|ruby|perl|php|libwww|apache-httpclient|guzzle|postman|insomnia)',
  ].join('|'),
  'i',
)

/** Whether a request comes from a person in front of a page, as far as its headers say. */
export function isPerson(method: string, headers: Readonly<Partial<Record<string, string | string[]>>>): boolean {
  const agent = String(headers['user-agent'] ?? '')
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`
  return method === 'GET' && agent !== '' && !PROGRAMS.test(agent) && !/prefetch|preview|prerender/i.test(purpose)
}
