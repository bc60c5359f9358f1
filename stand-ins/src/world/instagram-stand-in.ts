/** A stand-in that shows the world of public accounts. */
import type { StandIn, StandInOptions } from '../http/stand-in.ts'
import type { InstagramWorld } from './instagram-world.ts'

export interface InstagramStandInOptions extends StandInOptions {
  world: InstagramWorld
}

export interface InstagramStandIn extends StandIn {
  world: InstagramWorld
}
