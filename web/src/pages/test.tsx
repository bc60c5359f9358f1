/** /test: a heading and a button, without a session, data or calls (D22). */
import { Button } from '#ui/button.tsx'

export function TestPage() {
  return (
    <main className="page">
      <h1 className="text-title">Test Page</h1>
      <Button className="mt-6">Test button</Button>
    </main>
  )
}
