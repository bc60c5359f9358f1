/** For what needs attention, and for alerts. */
import { sql } from 'kysely'

/** Of the rows of `publications`: they wait for a person, or did not go out since a moment. Reminders have said so by themselves. */
export const needsPerson = (since: number) =>
  sql<boolean>`((publications.ended_at is null and (publications.state = 'unclear' or (publications.waits_for is not null and publications.how = 'publish')))
    or (publications.state = 'failed' and publications.ended_at >= ${since}))`
