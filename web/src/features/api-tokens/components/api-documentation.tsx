/** The tab 'API Documentation' of the admin panel. */
import { texts } from '../texts.ts'

export function ApiDocumentation() {
  return <h2 className="text-section">{texts.title}</h2>
}
