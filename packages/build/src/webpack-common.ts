import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dirname, join } from 'node:path'
import CompressionPlugin from 'compression-webpack-plugin'
import TerserPlugin from 'terser-webpack-plugin'
import type { Chunk, Configuration, PathData, WebpackPluginInstance } from 'webpack'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'

export type Mode = 'production' | 'development'
export interface BuildEnv {
  readonly mode: Mode
  /** Served by the development server, with hot reload. */
  readonly serve?: boolean
}
export type ConfigFactory = (env: BuildEnv) => Configuration

const here = dirname(fileURLToPath(import.meta.url))
export const repository = join(here, '../../..')
const resolve = (specifier: string) => fileURLToPath(import.meta.resolve(specifier))

interface Common {
  readonly dir: string
  readonly name: string
  readonly env: BuildEnv
}

/** The webpack configuration that the shell and all sections have in common. */
export function commonConfig({ dir, name, env: { mode, serve = false } }: Common): Configuration {
  const dev = mode === 'development'
  return {
    mode,
    context: dir,
    target: ['web', 'es2022'],
    devtool: dev ? 'cheap-module-source-map' : process.env['HOLDALL_SOURCE_MAPS'] === 'true' && 'hidden-source-map',
    cache: cacheOf(`${name}-${mode}${serve ? '-serve' : ''}`, dir, dev),
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      alias: dev ? { 'react-refresh/runtime': resolve('react-refresh/runtime') } : {},
    },
    module: {
      rules: [
        { test: /\.tsx?$/, loader: resolve('swc-loader'), options: swcOptions(dev, serve) },
        // The build parses the messages, so that react-intl needs no parser.
        {
          test: /[\\/](react-intl|intl-messageformat|@formatjs[\\/]intl)[\\/]/,
          resolve: {
            alias: {
              '@formatjs/icu-messageformat-parser$': resolve('@formatjs/icu-messageformat-parser/no-parser.js'),
            },
          },
        },
        { test: /[\\/]messages[\\/][\w-]+\.json$/, type: 'json', loader: join(here, 'messages/loader.ts') },
        { test: /[\\/]api[\\/]src[\\/].*\.ts$/, enforce: 'pre', loader: join(here, 'pure-loader.ts') },
        // Imports a module of Node by a name that it computes, where it runs in Node.
        { test: /[\\/]unzipit[\\/]/, parser: { exprContextCritical: false } },
        // A worker is loaded by its address, not as a chunk. It is minified already.
        {
          test: /[\\/]pdf\.worker\.min\.mjs$/,
          type: 'asset/resource',
          generator: { filename: dev ? 'viewer-pdf-worker.js' : 'viewer-pdf-worker.[contenthash:12].js' },
        },
        {
          test: /\.(woff2|svg|png)$/,
          type: 'asset/resource',
          generator: { filename: dev ? '[name][ext]' : '[name].[contenthash:8][ext]' },
        },
      ],
    },
    optimization: {
      minimizer: [
        new TerserPlugin({
          exclude: /^viewer-pdf-worker/,
          minify: TerserPlugin.swcMinify,
          // swc has its own threads; forked processes would inherit the flags of this one, `-e` included.
          parallel: false,
          // Licences are in LICENSES.txt.
          extractComments: false,
          terserOptions: { format: { comments: false } },
        }),
      ],
    },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    plugins: serve ? [new ReactRefreshPlugin({ overlay: false }) as unknown as WebpackPluginInstance] : [],
  }
}

/** Writing the cache takes a fifth of a build: the first one, which may be the only one, writes none. */
function cacheOf(name: string, dir: string, dev: boolean): NonNullable<Configuration['cache']> {
  if (!dev && !existsSync(join(dir, 'dist'))) return false
  return {
    type: 'filesystem',
    name,
    cacheDirectory: join(repository, '.cache/webpack'),
    buildDependencies: { config: [`${here}/`, join(repository, 'pnpm-lock.yaml')] },
  }
}

/** Names of scripts: with a hash in production, where browsers keep the files for ever. */
export const fileNames = (mode: Mode) =>
  mode === 'development'
    ? { filename: '[name].js', chunkFilename: '[name].js' }
    : {
        filename: '[name].[contenthash:8].js',
        chunkFilename: ({ chunk }: PathData) =>
          onDemand.test(chunk?.name ?? '') ? '[name].[contenthash:12].js' : '[contenthash:12].js',
      }

/**
 * Names of chunks with large data that are fetched on a user's action. The size budget of chunks does not apply to
 * them.
 */
export const onDemand = /^(viewer|dictionary)-/

/** Whether webpack may split a chunk. */
export const mayBeSplit = (chunk: Chunk) => !chunk.canBeInitial() && !onDemand.test(chunk.name ?? '')

const swcOptions = (dev: boolean, refresh: boolean) => ({
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic', development: dev, refresh } },
  },
})

/** Plugins that write a brotli and a gzip file beside every text file, for the server to send. */
export const compressed = () =>
  ['brotliCompress', 'gzip'].map(
    (algorithm) =>
      new CompressionPlugin({
        algorithm,
        test: /\.(js|json|svg|css)$/,
        // The server reads these and does not send them.
        exclude: /^(shell|section)\.json$/,
        minRatio: Infinity,
      }),
  )
