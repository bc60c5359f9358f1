export { usersRoutes } from './users.routes.ts'
export { type UsersService, usersService } from './users.service.ts'
