import { basename, join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { buildSuffix } from '../build-id.ts'
import { commonConfig, compressed, fileNames, type ConfigFactory } from '../webpack-common.ts'
import { LicensesPlugin } from '../licenses-plugin.ts'
import { federation, sharedByHost } from '../shared-packages.ts'
import { RetryChunksPlugin } from '../retry-chunks.ts'
import { replacedModules } from './replaced-modules.ts'
import { ServiceWorkerPlugin } from './service-worker-plugin.ts'
import { SHELL_BASE, ShellPlugin } from './shell-plugin.ts'

/** The webpack configuration of the shell. Sections are registered at run time and not named here. */
export function shellConfig({ dir }: { readonly dir: string }): ConfigFactory {
  return (env) => {
    const dev = env.mode === 'development'
    const common = commonConfig({ dir, name: basename(dir), env })
    return {
      ...common,
      entry: { main: env.serve ? [join(import.meta.dirname, 'refresh.mjs'), './src/index.ts'] : './src/index.ts' },
      output: {
        path: join(dir, 'dist'),
        clean: true,
        // The folder's name contains a hash that is only known at the end of the build.
        publicPath: env.serve ? SHELL_BASE : 'auto',
        uniqueName: `holdall_shell${buildSuffix(dir, env.mode)}`,
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
          runtimePlugins: [join(import.meta.dirname, 'provide-runtime.ts')],
          experiments: { optimization: { target: 'web', disableSnapshot: true } },
        }),
        ...replacedModules(),
        new RetryChunksPlugin(),
        new ShellPlugin(dir, env.serve === true),
        ...(env.serve ? [] : [new ServiceWorkerPlugin(dir)]),
        ...(dev ? [] : [new LicensesPlugin(), ...compressed()]),
      ],
    }
  }
}

interface Named {
  nameForCondition?: () => string | null
}
const shared = (name: string, priority: number, test: RegExp) => ({
  test: (module: Named) => test.test(module.nameForCondition?.() ?? ''),
  name,
  enforce: true,
  priority,
})

/** Two chunks for the packages of every first screen, so that it needs few requests. */
const vendors = {
  default: false as const,
  defaultVendors: false as const,
  react: shared('react', 20, /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/),
  vendor: shared(
    'vendor',
    10,
    /[\\/]node_modules[\\/](axios|zod|zustand|use-sync-external-store|react-router|react-router-dom|cookie|set-cookie-parser|styled-components|stylis|@emotion|react-intl|intl-messageformat|@tanstack[\\/](react-query|query-core)|@formatjs[\\/](intl|fast-memoize))[\\/]|no-parser\.js$|no-fetch-adapter\.ts$|[\\/]packages[\\/](section|schema|api-client|event-bus)[\\/]src[\\/]|[\\/]packages[\\/]api[\\/]src[\\/](endpoint|errors|locale-fallback|text-direction)\.ts$/,
  ),
}
