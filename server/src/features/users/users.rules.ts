/** Where a page of users goes on, as the cursor tells it and as the store asks for it. */
import { ROLES, type Role, type UserSort } from '@tangelo/contract/limits'
import { invalidInput } from '#platform/errors.ts'

/** By role the name alone does not say where a row stands. */
export const cursorValue = (sort: UserSort, row: { role: Role; username_key: string }): string =>
  sort === 'role' ? `${row.role} ${row.username_key}` : row.username_key

/** Throws `invalid_input` for the cursor of another order. */
export function placeAfter(sort: UserSort, { value, id }: { value: string; id: number }) {
  if (sort !== 'role') return { role: ROLES[0], name: value, id }
  const role = ROLES.find((candidate) => value.startsWith(`${candidate} `))
  if (!role) throw invalidInput('cursor is not one from a Link header', { cursor: 'is not one from a Link header' })
  return { role, name: value.slice(role.length + 1), id }
}
