import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import webpack from 'webpack'
import type { BuildEnv, ConfigFactory } from './webpack-common.ts'

export interface BuildReport {
  readonly warnings: readonly string[]
  readonly milliseconds: number
}

/** Builds the app in `dir` by its webpack.config.ts. Rejects with webpack's report when the build has errors. */
export async function buildApp(dir: string, env: BuildEnv): Promise<BuildReport> {
  const loaded = (await import(pathToFileURL(join(dir, 'webpack.config.ts')).href)) as { default: ConfigFactory }
  return runBuild(loaded.default(env))
}

/** Runs one webpack configuration. Rejects with webpack's report when the build has errors. */
export async function runBuild(config: webpack.Configuration): Promise<BuildReport> {
  const compiler = webpack(config)
  if (!compiler) throw new Error('webpack made no compiler.')
  const started = performance.now()
  const stats = await new Promise<webpack.Stats>((resolve, reject) => {
    compiler.run((error, result) => {
      compiler.close((closing) => {
        const failure = error ?? closing
        if (failure) reject(failure)
        else if (result) resolve(result)
      })
    })
  })
  if (stats.hasErrors()) throw new Error(stats.toString({ preset: 'errors-only', colors: false }))
  const { warnings = [] } = stats.toJson({ preset: 'errors-warnings' })
  return { warnings: warnings.map(({ message }) => message), milliseconds: performance.now() - started }
}
