import type { FastifyInstance } from 'fastify'
import type { Reauthenticate } from '#platform/viewer.ts'
import { outboxRoutes } from './outbox/outbox.routes.ts'
import type { Mail } from './outbox/outbox.service.ts'
import type { MailStatusService } from './outbox/service/mail-status.ts'
import { recipientsRoutes } from './recipients/recipients.routes.ts'
import type { RecipientsService } from './recipients/recipients.service.ts'

export type { Digest, PageLink } from './letters/letters.rules.ts'
export { type MailSending, mailSending } from './outbox/outbox.jobs.ts'
export type { MailRequest } from './outbox/outbox.rules.ts'
export { type Mail, outboxService } from './outbox/outbox.service.ts'
export { mailStatusService } from './outbox/service/mail-status.ts'
export { stateOf as mailStateOf } from './recipients/recipients.rules.ts'
export { type ClientAddresses, type MailAddresses, recipientsService } from './recipients/recipients.service.ts'

/** What the routes of the domain call. */
export interface MailServices {
  mail: Mail
  mailRecipients: RecipientsService
  mailStatus: MailStatusService
}

/** Every route of the domain. `confirmed`: checks who a viewer is once more. */
export function serveMail(app: FastifyInstance, services: MailServices, confirmed: Reauthenticate): void {
  recipientsRoutes(app, services.mailRecipients, confirmed)
  outboxRoutes(app, services.mailStatus)
}
