/** Mail that is off, for what is put together without it. */
import type { Mail, MailAddresses } from '#features/mail/index.ts'

export const NO_MAIL: { mail: Mail; mailRecipients: MailAddresses } = {
  mail: { isOn: false, enqueue: async () => false, enqueueAll: async () => 0, drop: async () => {} },
  mailRecipients: { setAddress: async () => {}, confirmOwn: async () => {}, dropCompanyMails: async () => {} },
}
