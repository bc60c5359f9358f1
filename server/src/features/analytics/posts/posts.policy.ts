/** Who sees what only the owner of an account sees of its posts. */
import type { Viewer } from '#platform/viewer.ts'

/** As the insights themselves: users who may publish for the company. */
export const seesOwnFigures = ({ role }: Pick<Viewer, 'role'>): boolean => role !== 'basic'
