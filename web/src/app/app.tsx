import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { createAppRouter } from './router.tsx'

/** The whole product on one page. */
export function App() {
  const [router] = useState(createAppRouter)
  return <RouterProvider router={router} />
}
