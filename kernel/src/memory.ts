/** Gives out the kernel's memory in blocks, and takes them back. Views are made anew whenever it has grown. */
import { type Memory, webAssembly } from './web-assembly.ts'

export interface Block {
  readonly address: number
  readonly bytes: number
}

export interface KernelMemory {
  readonly memory: Memory
  /** Contents are undefined. */
  take(bytes: number): Block
  give(block: Block): void
  bytesAt(address: number, length: number): Uint8Array
}

const PAGE = 65_536
/** As it is built (scripts/lib/kernel-build.mjs). Only what is used of it is real memory. */
const SHARED_PAGES_MAX = 8_192
const ALIGNED_TO = 64

/** `isShared` memory can be read by other threads, and views of it stay good when it grows. */
export function kernelMemory(isShared: boolean): KernelMemory {
  const memory = new webAssembly.Memory(
    isShared ? { initial: 1, maximum: SHARED_PAGES_MAX, shared: true } : { initial: 1 },
  )
  const free: Block[] = []
  let end = ALIGNED_TO
  return {
    memory,
    take(wanted) {
      const bytes = Math.ceil(wanted / ALIGNED_TO) * ALIGNED_TO
      const at = free.findIndex((block) => block.bytes >= bytes && block.bytes < bytes * 2)
      const [found] = at < 0 ? [] : free.splice(at, 1)
      if (found) return found
      const block = { address: end, bytes }
      end += bytes
      const missing = Math.ceil((end - memory.buffer.byteLength) / PAGE)
      if (missing > 0) memory.grow(missing)
      return block
    },
    give(block) {
      // What was taken last, for a moment, leaves no hole.
      if (block.address + block.bytes === end) end = block.address
      else free.push(block)
    },
    bytesAt: (address, length) => new Uint8Array(memory.buffer, address, length),
  }
}
