/** The functions of `../assembly`, as they are called from here. Addresses are bytes in the kernel's memory. */
import { type Memory, type WasmModule, webAssembly } from './web-assembly.ts'

export interface Functions {
  draw(
    source: number,
    sourceStride: number,
    sourceRows: number,
    groups: number,
    groupCount: number,
    rows: number,
    rowCount: number,
    ring: number,
    target: number,
    width: number,
    share: number,
  ): void
  columnsOf(groups: number, width: number, first: number, step: number, sourceWidth: number): number
  rowsOf(rows: number, height: number, first: number, step: number, sourceHeight: number): void
  blendCaption(target: number, stride: number, ink: number, clear: number, width: number, height: number): void
  copyColumns(target: number, source: number, first: number, width: number, height: number): void
  planesOf(
    rgba: number,
    width: number,
    height: number,
    luma: number,
    lumaStride: number,
    blue: number,
    red: number,
    colourStride: number,
    right: number,
  ): void
  rgbaOf(luma: number, blue: number, red: number, width: number, height: number, rgba: number): void
}

export function functionsOf(module: WasmModule, memory: Memory): Functions {
  return new webAssembly.Instance(module, { env: { memory } }).exports as Functions
}
