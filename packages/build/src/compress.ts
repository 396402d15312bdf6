import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import webpack, { type Compiler } from 'webpack'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)
const TEXT = /\.(js|json|svg|css|html)$/

/** Puts a brotli and a gzip file beside every text file, so that a server sends them as they are. */
export class CompressPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('Compress', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'Compress', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT + 1 },
        async () => {
          const texts = compilation.getAssets().filter(({ name }) => TEXT.test(name) && !TEMPLATES.has(name))
          await Promise.all(
            texts.map(async ({ name, source }) => {
              const bytes = source.buffer()
              const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
              const [br, gzipped] = await Promise.all([brotli(bytes, { params }), gz(bytes, { level: 9 })])
              compilation.emitAsset(`${name}.br`, new webpack.sources.RawSource(br))
              compilation.emitAsset(`${name}.gz`, new webpack.sources.RawSource(gzipped))
            }),
          )
        },
      )
    })
  }
}

/** Read by the server, never sent as they are. */
const TEMPLATES = new Set(['index.html', 'shell.json', 'section.json'])
