import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asHtml, asText } from './rules/blocks.ts'
import { type LetterContent, writeLetter } from './rules/write-letter.ts'

const places = {
  publicUrl: 'https://tangelo.example',
  unsubscribeUrl: 'https://tangelo.example/api/mail/unsubscribe/x.alerts',
}

const LETTERS: LetterContent[] = [
  { template: 'confirm-address', data: { username: 'pro', token: 'tok' } },
  { template: 'password-reset', data: { username: 'pro', token: 'tok' } },
  { template: 'password-changed', data: { username: 'pro' } },
  { template: 'invitation', data: { username: 'pro', by: 'admin', token: 'tok' } },
  {
    template: 'report',
    data: {
      title: 'October',
      companyName: 'Citrus & Söhne <GmbH>',
      period: '1 – 31 October 2026',
      file: { hash: 'h', name: 'october.html', type: 'text/html' },
    },
  },
  {
    template: 'approval',
    data: {
      companyName: 'Citrus & Söhne <GmbH>',
      message: 'Two for the week.\n"Thanks"',
      posts: 2,
      until: 'December 4, 2026',
      hasPassword: true,
      token: 'tok',
    },
  },
  {
    template: 'publication-due',
    data: {
      publicationId: '918a25fe-3952-4e2b-a39e-28dc5812733a',
      account: 'harbour.kitchen',
      caption: 'Bread & <butter>\n\n#bakery',
      taggedUsers: ['ana.lisboa'],
      collaborators: ['@bo'],
      location: 'Lisbon',
      firstComment: 'Which one?',
      altTexts: ['A loaf on a board', ''],
      media: ['/media/u/a', '/media/u/b'],
    },
  },
  { template: 'test', data: { by: 'admin' } },
  {
    template: 'notices',
    more: 3,
    notices: [
      {
        template: 'notice',
        data: {
          topic: 'alerts',
          title: '@nasa lost 1,200 followers "at once"',
          lines: ['More than ever.', 'Line one\nline two'],
          link: { path: '/accounts/1', label: 'Open @nasa' },
        },
      },
      {
        template: 'digest',
        data: {
          topic: 'weekly-digest',
          title: 'The week',
          lines: [],
          sections: [{ heading: "What's new", lines: ['<b>Nothing</b>'], link: { path: '/', label: 'Open' } }],
        },
      },
    ],
  },
]

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The words that a mail program shows of the HTML part. */
function wordsOfHtml(html: string): string[] {
  const body = html.slice(html.indexOf('<body')).replace(/<td class="name"[^>]*>[^<]*<\/td>/, '')
  return body
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\w+|#39);/g, (whole, name) => ENTITIES[name] ?? whole)
    .split(/\s+/)
    .filter(Boolean)
}

/** Of the text part: a label ends with a colon there, and a line of hyphens stands for the rule. */
const wordsOfText = (text: string): string[] =>
  text
    .replace(/^-- $/m, '')
    .replace(/:\n(?=https:)/g, '\n')
    .split(/\s+/)
    .filter(Boolean)

describe('the two parts of a mail', () => {
  test.each(LETTERS.map((letter) => [letter.template, letter] as const))('%s: say the same', (_, content) => {
    const letter = writeLetter(content, places)
    expect(wordsOfHtml(asHtml(letter))).toEqual(wordsOfText(asText(letter)))
    expect(asText(letter).length).toBeGreaterThan(80)
  })

  test('say the same whatever users have written, and no tag of theirs is one', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 60 })
    const written = fc.tuple(words, fc.array(words, { maxLength: 3 }))
    fc.assert(
      fc.property(written, ([title, lines]) => {
        const notice = { template: 'notice', data: { topic: 'alerts', title, lines } } as const
        const letter = writeLetter({ template: 'notices', notices: [notice], more: 0 }, places)
        const html = asHtml(letter)
        expect(wordsOfHtml(html)).toEqual(wordsOfText(asText(letter)))
        expect(
          html.match(/<(?!\/?(?:html|head|meta|title|style|body|table|tr|td|h2|p|a|hr|br|!doctype)\b)/g),
        ).toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  test('lead to where they are stopped and chosen, by a link', () => {
    const [notices] = LETTERS.filter(({ template }) => template === 'notices')
    const html = notices ? asHtml(writeLetter(notices, places)) : ''
    for (const url of [places.unsubscribeUrl, `${places.publicUrl}/profile`])
      expect(html).toContain(`href="${url}" style="color:#6b625b">${url}</a>`)
  })

  test('fetch nothing: no picture, no font, no script, no style from elsewhere', () => {
    for (const content of LETTERS) {
      const html = asHtml(writeLetter(content, places))
      expect(html).not.toMatch(/<img|<link|<script|url\(|@import|src=/i)
      expect(html).toMatch(/prefers-color-scheme: dark/)
    }
  })
})
