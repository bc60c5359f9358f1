/** Every address without a page. It needs no session and asks for nothing. */
import { Link } from '@tanstack/react-router'
import { usePageTitle } from '#lib/page-title.ts'
import { Wheel } from '#ui/wheel.tsx'

export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <main className="face min-h-dvh content-center">
      <Wheel />
      <h1 className="text-title">404 Page Not Found</h1>
      <p>Did you forget to add the page to the router?</p>
      <div className="face-actions">
        <Link to="/" className="button">
          Back to Dashboard
        </Link>
      </div>
    </main>
  )
}
