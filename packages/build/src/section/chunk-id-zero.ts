import type { Compiler } from 'webpack'

/**
 * webpack-subresource-integrity has no hash for a chunk whose id is the number 0, and the browser then takes whatever
 * comes. As text the same id has one.
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
