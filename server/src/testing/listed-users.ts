/** A user as administrators see them in the list, and one who is not there yet. */
import { START } from './world.ts'

export const NEWCOMER = { username: 'newcomer', password: 'plum jam, two jars' }

export const LISTED_PRO = {
  id: 2,
  username: 'pro',
  role: 'pro',
  companyId: 1,
  companyName: 'Citrus Studio',
  profileId: null,
  defaultPromptId: null,
  webhookUrl: null,
  mailAddress: null,
  mailState: 'none',
  invitedAt: null,
  createdAt: new Date(START).toISOString(),
}
