import type { Compiler } from 'webpack'

/**
 * webpack-subresource-integrity adds no hash for a chunk whose id is the number 0, so the browser would not check it.
 * With the id as a string it adds one.
 */
export class ChunkIdZeroPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ChunkIdZero', (compilation) => {
      compilation.hooks.afterOptimizeChunkIds.tap('ChunkIdZero', (chunks) => {
        for (const chunk of chunks) {
          if (chunk.id !== 0) continue
          chunk.id = '0'
          chunk.ids = ['0']
        }
      })
    })
  }
}
