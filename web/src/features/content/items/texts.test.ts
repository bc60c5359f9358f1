/** The sentences of the specification about content as a whole (§2), spelled out again: a changed comma is seen. */
import { expect, test } from 'vitest'
import { texts } from './texts/overview.ts'

const { overview, planning } = texts

test.each([
  [overview.title, 'Content Status Overview'],
  [overview.refresh, 'Refresh Counts'],
  [overview.draft, 'Number of Draft Posts'],
  [overview.approved, 'Images Waiting to Post'],
  [overview.published, 'Total Published'],
  [overview.total, 'Total Content Items'],
  [planning.title, 'Content Planning'],
])('%s', (text, specified) => expect(text).toBe(specified))
