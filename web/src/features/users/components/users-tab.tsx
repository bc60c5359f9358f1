/** The tab 'Users' of the admin panel. */
import { texts } from '../texts.ts'

export function UsersTab() {
  return <h2 className="text-section">{texts.title}</h2>
}
