/** What each mail says. Titles and names of users are plain text wherever they stand. */
import { ADDRESS_LINK_HOURS, PASSWORD_LINK_MINUTES } from '@tangelo/contract/limits'
import type { Digest, LetterData, Notice, PageLink, Template } from '../letters.rules.ts'
import type { Block, Letter } from './blocks.ts'

/** One notice, or several that became one mail. */
export type LetterContent =
  | { [T in Exclude<Template, 'notice' | 'digest'>]: { template: T; data: LetterData[T] } }[Exclude<
      Template,
      'notice' | 'digest'
    >]
  | { template: 'notices'; notices: readonly WaitingNotice[]; more: number }

export type WaitingNotice = { template: 'notice'; data: Notice } | { template: 'digest'; data: Digest }

/** Listed in one mail; more are counted. */
export const NOTICES_LISTED_MAX = 40

const text = (words: string): Block => ({ kind: 'text', text: words })
const small = (words: string, url?: string): Block => ({ kind: 'small', text: words, ...(url && { url }) })
const heading = (words: string): Block => ({ kind: 'heading', text: words })
const section = (words: string): Block => ({ kind: 'section', text: words })

interface Places {
  publicUrl: string
  unsubscribeUrl: string | null
}

export function writeLetter(content: LetterContent, { publicUrl, unsubscribeUrl }: Places): Letter {
  const button = (label: string, path: string): Block => ({ kind: 'button', label, url: publicUrl + path })
  const toPage = (link: PageLink | null | undefined): Block[] => (link ? [button(link.label, link.path)] : [])
  const ignored = small(`You asked for nothing? Then ignore this mail: nothing changes. It was sent by ${publicUrl}.`)
  const stop = (words: string): Block[] =>
    unsubscribeUrl === null ? [] : [small(`${words} Stop these mails:`, unsubscribeUrl)]

  switch (content.template) {
    case 'confirm-address': {
      const { username, token } = content.data
      return {
        subject: 'Confirm your mail address',
        blocks: [
          heading('Confirm your mail address'),
          text(`This address was given for the user ${username} of tangelo. Confirm it to receive mail there.`),
          button('Confirm this address', `/mail/address#${token}`),
          small(`The link is good for ${ADDRESS_LINK_HOURS} hours.`),
        ],
        footer: [ignored],
      }
    }
    case 'password-reset': {
      const { username, token } = content.data
      return {
        subject: 'Choose a new password',
        blocks: [
          heading('Choose a new password'),
          text(`A new password was asked for, for the user ${username}. Choosing one signs you out everywhere.`),
          button('Choose a new password', `/mail/password#${token}`),
          small(`The link works once, for ${PASSWORD_LINK_MINUTES} minutes.`),
        ],
        footer: [ignored],
      }
    }
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        blocks: [
          heading('Your password was changed'),
          text(
            `The user ${content.data.username} has a new password, chosen with a link that was sent here. All sessions have ended.`,
          ),
          text('Was it not you? Ask for another link at once, and tell an administrator.'),
          button('Sign in', '/login'),
        ],
        footer: [small(`This mail was sent by ${publicUrl}.`)],
      }
    case 'invitation': {
      const { username, by, token } = content.data
      return {
        subject: `${by} invites you to tangelo`,
        blocks: [
          heading(`${by} invites you to tangelo`),
          text(`Your username is ${username}. Choose a password, then sign in with both.`),
          button('Choose a password', `/mail/password#${token}`),
          small(
            `The link works once, for ${PASSWORD_LINK_MINUTES} minutes. An administrator can send you another one.`,
          ),
        ],
        footer: [small(`You don't know ${by}? Then ignore this mail. It was sent by ${publicUrl}.`)],
      }
    }
    case 'report': {
      const { title, companyName, period, file } = content.data
      return {
        subject: `${title}: ${period}`,
        blocks: [
          heading(title),
          text(`${companyName} sends you this report about ${period}.`),
          text(`It is attached as one file, ${file.name}: open it in a browser; it needs no connection.`),
        ],
        footer: stop(`You get this because ${companyName} sends you reports.`),
      }
    }
    case 'approval': {
      const { companyName, message, posts, until, hasPassword, token } = content.data
      const [many, wait] = posts === 1 ? ['a post', 'A post waits'] : [`${posts} posts`, `${posts} posts wait`]
      return {
        subject: `${companyName} asks you to approve ${many}`,
        blocks: [
          heading(`${wait} for your answer`),
          text(
            `${companyName} asks you to look at ${posts === 1 ? 'it' : 'them'}: approve, or ask for changes. You need no account.`,
          ),
          ...(message === null ? [] : [text(message)]),
          button(posts === 1 ? 'Look at the post' : 'Look at the posts', `/s/${token}`),
          ...(hasPassword ? [small(`It asks for a password, which ${companyName} gives you another way.`)] : []),
          small(`The link opens until ${until}. Anyone who has it can answer: do not pass it on.`),
        ],
        footer: stop(`You get this because ${companyName} sends you posts to approve.`),
      }
    }
    case 'publication-due': {
      const { publicationId, account, caption, taggedUsers, collaborators, location, firstComment, altTexts, media } =
        content.data
      const part = (title: string, words: string): Block[] => (words.trim() === '' ? [] : [section(title), text(words)])
      const names = (list: readonly string[]) => list.map((name) => `@${name.replace(/^@/, '')}`).join(' ')
      return {
        subject: `Time to post to @${account}`,
        blocks: [
          heading(`Time to post to @${account}`),
          text('Everything is here to copy. Say in tangelo when it is posted.'),
          ...part('Caption', caption),
          ...part('Tag', names(taggedUsers)),
          ...part('Collaborators', names(collaborators)),
          ...part('Place', location ?? ''),
          ...part('First comment', firstComment),
          ...(altTexts.length > 1
            ? altTexts.flatMap((words, at) => part(`Alternative text of picture ${at + 1}`, words))
            : part('Alternative text', altTexts[0] ?? '')),
          ...(media.length === 0 ? [] : [section('Media')]),
          ...media.map((path, at) => small(media.length === 1 ? 'File:' : `File ${at + 1}:`, publicUrl + path)),
          button('Mark as posted', `/planning?publication=${publicationId}`),
        ],
        footer: [small(`You get this because this post was planned with a reminder. It was sent by ${publicUrl}.`)],
      }
    }
    case 'test':
      return {
        subject: 'A test from tangelo',
        blocks: [
          heading('Mail works'),
          text(`${content.data.by} sent this test. Mails from tangelo reach this address.`),
          button('Open tangelo', '/'),
        ],
        footer: [small(`This mail was sent by ${publicUrl}.`)],
      }
    case 'notices': {
      const { notices, more } = content
      const [first] = notices
      const count = notices.length + more
      const title = first?.data.title ?? 'News from tangelo'
      const ofNotices = notices.flatMap(({ template, data }) => [
        heading(data.title),
        ...data.lines.map(text),
        ...(template === 'digest'
          ? data.sections.flatMap((section) => [
              { kind: 'section', text: section.heading } as const,
              text(section.lines.join('\n')),
              ...toPage(section.link),
            ])
          : []),
        ...toPage(data.link),
      ])
      return {
        subject: count <= 1 ? title : `${title} (and ${count - 1} more)`,
        blocks: [...ofNotices, ...(more > 0 ? [text(`And ${more} more, which tangelo shows you.`)] : [])],
        footer: [
          small('Choose which mails you receive, and when, in your profile:', `${publicUrl}/profile`),
          ...stop('You get this because you chose to.'),
        ],
      }
    }
  }
}
