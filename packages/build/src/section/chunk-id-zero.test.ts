import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

test('every lazy chunk has an integrity hash, one with the id 0 too', () => {
  const dir = mkdtempSync(join(tmpdir(), 'holdall-chunks-'))
  try {
    writeFileSync(join(dir, 'main.js'), `import('./one.js'); import('./two.js')`)
    for (const name of ['one', 'two']) writeFileSync(join(dir, `${name}.js`), `export const ${name} = '${name}'`)
    // In a process with Node's module loader instead of Jest's. Lazy chunks are numbered from 0, which webpack's
    // 'deterministic' ids may do by chance.
    const script = `
      import webpack from 'webpack'
      import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity'
      import { ChunkIdZeroPlugin } from ${JSON.stringify(pathToFileURL(join(__dirname, 'chunk-id-zero.ts')).href)}
      const options = {
        context: ${JSON.stringify(dir)},
        mode: 'production',
        entry: './main.js',
        output: { path: ${JSON.stringify(join(dir, 'dist'))}, crossOriginLoading: 'anonymous' },
        optimization: { chunkIds: false, minimize: false },
        plugins: [{ apply: countFromZero }, new ChunkIdZeroPlugin(), new SubresourceIntegrityPlugin()],
      }
      function countFromZero(compiler) {
        compiler.hooks.compilation.tap('test', ({ hooks }) => {
          hooks.chunkIds.tap('test', (chunks) => {
            const inOrder = [...chunks].sort((a, b) => Number(a.canBeInitial()) - Number(b.canBeInitial()))
            for (const [id, chunk] of inOrder.entries()) {
              chunk.id = id
              chunk.ids = [id]
            }
          })
        })
      }
      webpack(options, (error, stats) => {
        if (error || stats.hasErrors()) throw error ?? new Error(stats.toString())
      })`
    const args = ['--no-warnings', '--input-type=module', '--eval', script]
    execFileSync(process.execPath, args, {
      cwd: join(__dirname, '../..'),
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const chunks = readdirSync(join(dir, 'dist')).filter((name) => name !== 'main.js')
    expect(chunks).toHaveLength(2)
    const hashes = readFileSync(join(dir, 'dist/main.js'), 'utf8').match(/sha384-[\w+/=]+/g)
    expect(new Set(hashes).size).toBe(2)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
