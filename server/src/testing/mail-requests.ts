/** Mails that tests ask for, by the user or the address they go to, and what became of them. */
import type { MailRequest } from '#features/mail/outbox/outbox.rules.ts'
import type { World } from './world.ts'

export const notice = (cause: string, title = cause, to: number | string = 2): MailRequest => ({
  to,
  cause,
  kind: 'notification',
  template: 'notice',
  data: { topic: 'alerts', title, lines: [`About ${title}.`], link: { path: '/accounts/1', label: 'Open @nasa' } },
})

export const buildPasswordChanged = (cause: string, to: number | string = 2): MailRequest => ({
  to,
  cause,
  kind: 'transactional',
  template: 'password-changed',
  data: { username: 'pro' },
})

export const report = (to: string, cause = 'report:1:1', companyId = 1): MailRequest => ({
  to,
  companyId,
  cause,
  kind: 'transactional',
  template: 'report',
  data: {
    title: 'November',
    companyName: 'Lowtide',
    period: 'November 2026',
    file: { hash: '0'.repeat(64), name: 'november.html', type: 'text/html' },
  },
})

export const enqueue = ({ database, services }: World, ...requests: MailRequest[]): Promise<number> =>
  database.transaction((tx) => services.mail.enqueueAll(tx, requests))

export const mails = ({ database }: World) => database.queries.selectFrom('mails').selectAll().orderBy('id').execute()

export const subjects = (taken: { bytes: string }[]) => taken.map(({ bytes }) => /^Subject: (.*)\r$/m.exec(bytes)?.[1])
