/** /test: a heading and a button, without data or calls (D22). */
import { Button } from '#ui/button.tsx'

export function TestPage() {
  return (
    <>
      <h1 className="text-title">Test Page</h1>
      <Button className="mt-6">Test button</Button>
    </>
  )
}
