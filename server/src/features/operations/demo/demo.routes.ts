import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '#platform/http/serve.ts'
import type { DemoService } from './demo.service.ts'

export function demoRoutes(app: FastifyInstance, demo: DemoService): void {
  serve(app, routes.demo.read)(async () => demo.read())
  serve(app, routes.demo.open)(async () => demo.open())
  serve(app, routes.demo.remove)(async () => demo.remove())
}
