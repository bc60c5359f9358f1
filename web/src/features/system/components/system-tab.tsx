/** The tab 'System' of the admin panel. */
import { texts } from '../texts.ts'

export function SystemTab() {
  return <h2 className="text-section">{texts.title}</h2>
}
