import { describe } from 'vitest'
import { queueSuite } from '../../testing/queue-suite.ts'
import { tableQueueNodes } from './testing/table-queue-nodes.ts'

describe('the queue in a table', () => {
  queueSuite(tableQueueNodes)
})
