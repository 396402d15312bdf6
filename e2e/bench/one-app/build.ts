import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runBuild, shellConfig } from '../../../packages/build/src/index.ts'

/** `build.ts OUT SECTION PAGE`: the shell and all sections as one app, with preload links for one page of one section. */
const [out = '', section = '', page = ''] = process.argv.slice(2)
const root = path.resolve(import.meta.dirname, '../../..')
const shell = path.join(root, 'shell')
const config = shellConfig({ dir: shell })({ mode: 'production' })

interface Stats {
  toJson(options: object): {
    readonly chunks?: readonly {
      readonly files?: readonly string[]
      readonly origins?: readonly { readonly moduleName?: string; readonly request?: string }[]
    }[]
  }
}
let preload: readonly string[] = []
/** Collects the chunks that the page needs in addition to the shell's. */
const collectPreload = {
  apply(compiler: { hooks: { done: { tap(name: string, run: (stats: Stats) => void): void } } }) {
    compiler.hooks.done.tap('CollectPreload', (stats) => {
      const { chunks = [] } = stats.toJson({ all: false, chunks: true, chunkOrigins: true, ids: true })
      const needed = chunks.filter(({ origins = [] }) =>
        origins.some(({ moduleName = '', request = '' }) =>
          moduleName.includes(`mf-${section}/src/section.ts`)
            ? [page, './messages/en-US.json'].includes(request)
            : request.includes(`mf-${section}/src/section.ts`),
        ),
      )
      preload = needed.flatMap(({ files = [] }) => files.filter((file) => file.endsWith('.js')))
    })
  },
}

const { warnings } = await runBuild({
  ...config,
  cache: false,
  output: { ...config.output, path: out },
  resolve: {
    ...config.resolve,
    alias: {
      [path.join(shell, 'src/sections/federation.ts')]: path.join(import.meta.dirname, 'entries.ts'),
    },
  },
  plugins: [
    ...(config.plugins ?? []).filter((plugin) => plugin && plugin.constructor.name !== 'ModuleFederationPlugin'),
    collectPreload,
  ],
})
if (warnings.length > 0) throw new Error(warnings.join('\n'))
if (preload.length < 3) throw new Error(`The page ${page} of ${section} has no chunks of its own.`)

const { base } = JSON.parse(readFileSync(path.join(out, 'shell.json'), 'utf8')) as { base: string }
const html = path.join(out, 'index.html')
const links = preload
  .map((file) => `<link rel="preload" as="script" fetchpriority="low" href="${base}${file}" />`)
  .join('')
writeFileSync(html, readFileSync(html, 'utf8').replace('{{head}}', `${links}{{head}}`))
