import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity'
import { containerName } from '@holdall/api'
import { buildSuffix } from '../build-id.ts'
import { commonConfig, compressed, fileNames, mayBeSplit, type ConfigFactory } from '../webpack-common.ts'
import { LicensesPlugin } from '../licenses-plugin.ts'
import { federation, sharedBySection } from '../shared-packages.ts'
import { RetryChunksPlugin } from '../retry-chunks.ts'
import { ChunkIdZeroPlugin } from './chunk-id-zero.ts'
import { describeSection } from './describe-section.ts'
import { SectionManifestPlugin } from './manifest-plugin.ts'

export interface SectionOptions {
  /** The section's folder: package.json, src/section.ts, src/messages/. */
  readonly dir: string
  /** The id in src/section.ts. */
  readonly id: string
  /** Default: that of the folder's package.json. */
  readonly version?: string
  /** Default: `<dir>/dist`. */
  readonly out?: string
}

/** The webpack configuration of a section. Its output folder can be installed as it is. */
export function sectionConfig({ dir, id, version, out = join(dir, 'dist') }: SectionOptions): ConfigFactory {
  return (env) => {
    const dev = env.mode === 'development'
    const container = containerName(id, version ?? versionOf(dir)) + buildSuffix(dir, env.mode)
    const common = commonConfig({ dir, name: out === join(dir, 'dist') ? basename(dir) : basename(out), env })
    return {
      ...common,
      ...(env.serve ? { externals: [sharedRefresh] } : {}),
      // With an entry webpack would emit an unused main script.
      entry: {},
      output: {
        path: out,
        clean: true,
        publicPath: 'auto',
        uniqueName: container,
        chunkLoadingGlobal: `chunks_${container}`,
        ...fileNames(env.mode),
        crossOriginLoading: 'anonymous',
        chunkLoadTimeout: 120_000,
        strictModuleErrorHandling: true,
      },
      optimization: {
        ...common.optimization,
        // Bytes of source. Less than this that pages have in common is not worth another request before the first list.
        splitChunks: { chunks: mayBeSplit, minSize: 170_000, cacheGroups: ownCode },
      },
      plugins: [
        ...(common.plugins ?? []),
        new ModuleFederationPlugin({
          ...federation,
          name: container,
          filename: dev ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
          exposes: { './section': './src/section.ts' },
          shared: sharedBySection(),
          experiments: {
            externalRuntime: true,
            optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
          },
        }),
        new RetryChunksPlugin(),
        new SectionManifestPlugin(container, () => describeSection(dir)),
        ...(dev
          ? []
          : [new ChunkIdZeroPlugin(), new SubresourceIntegrityPlugin(), new LicensesPlugin(), ...compressed()]),
      ],
    }
  }
}

interface ExternalRequest {
  readonly request?: string
}
/** Uses the refresh runtime of the shell instead of one more: only then edited components keep their state. */
function sharedRefresh({ request }: ExternalRequest, done: (error?: null, result?: string) => void): void {
  if (/react-refresh[\\/]runtime(\.js)?$/.test(request ?? '')) done(null, 'var globalThis.holdallRefresh')
  else done()
}

/** Splits off modules with code only: a chunk of references to shared packages would have no file with a hash. */
const type = /^(javascript|json|asset)/
const ownCode = {
  default: { type, minChunks: 2, priority: -20, reuseExistingChunk: true },
  defaultVendors: { type, test: /[\\/]node_modules[\\/]/, priority: -10, reuseExistingChunk: true },
}

function versionOf(dir: string): string {
  return (JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { version: string }).version
}
