import { basename, join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { commonConfig, fileNames, type ConfigFactory } from '../common.ts'
import { CompressPlugin } from '../compress.ts'
import { federation, sharedByHost } from '../policy.ts'
import { ShellPlugin } from './shell-plugin.ts'

/** Where the server serves the shell's files. */
export const SHELL_BASE = '/ui/shell/'

/** webpack's configuration of the shell; sections are registered at run time and never named here. */
export function shellConfig({ dir }: { readonly dir: string }): ConfigFactory {
  return (env) => {
    const dev = env.mode === 'development'
    const common = commonConfig({ dir, name: basename(dir), env })
    return {
      ...common,
      entry: { main: env.serve ? ['./src/index.dev.ts', './src/index.ts'] : './src/index.ts' },
      output: {
        path: join(dir, 'dist'),
        clean: true,
        publicPath: SHELL_BASE,
        uniqueName: 'holdall_shell',
        ...fileNames(env.mode),
        chunkLoadTimeout: 120_000,
      },
      optimization: { ...common.optimization, splitChunks: { chunks: 'async', cacheGroups: vendors } },
      plugins: [
        ...(common.plugins ?? []),
        new ModuleFederationPlugin({
          ...federation,
          name: 'holdall_shell',
          shared: sharedByHost(dir),
          experiments: { optimization: { target: 'web', disableSnapshot: true } },
        }),
        new ShellPlugin(dir),
        ...(dev ? [] : [new CompressPlugin()]),
      ],
    }
  }
}

interface Named {
  nameForCondition?: () => string | null
}
const path = (module: Named) => module.nameForCondition?.() ?? ''

/** Two merged chunks: what every first screen needs, in as few requests as the browser does in parallel. */
const vendors = {
  default: false,
  defaultVendors: false,
  react: {
    test: (module: Named) => /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/.test(path(module)),
    name: 'react',
    enforce: true,
    priority: 20,
  },
  vendor: {
    test: (module: Named) =>
      !LATER.test(path(module)) &&
      /[\\/]node_modules[\\/]|[\\/]packages[\\/](section|api-client|event-bus)[\\/]/.test(path(module)),
    name: 'vendor',
    enforce: true,
    priority: 10,
  },
} as const

/** Fetched after the first screen, or belonging to the runtime. */
const LATER =
  /pusher-js|laravel-echo|@base-ui|floating-ui|icu-messageformat-parser|icu-skeleton-parser|module-federation|[\\/]webpack[\\/]/
