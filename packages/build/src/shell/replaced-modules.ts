import { join } from 'node:path'
import webpack, { type WebpackPluginInstance } from 'webpack'

/** Parts of libraries that this product never reaches, each with its small replacement. Worth 5 kB of every first screen. */
export function replacedModules(): WebpackPluginInstance[] {
  return [
    // The client sends by XMLHttpRequest, which reports the progress of an upload.
    replace(/^\.\/fetch\.js$/, /[\\/]axios[\\/]lib[\\/]adapters$/, 'no-fetch-adapter.ts'),
    replace(/[\\/]SnapshotHandler\.js$/, /[\\/]@module-federation[\\/]runtime-core[\\/]dist/, 'no-snapshots.ts'),
  ]
}

interface ResolveData {
  readonly context: string
  request: string
}

function replace(request: RegExp, from: RegExp, by: string): WebpackPluginInstance {
  return new webpack.NormalModuleReplacementPlugin(request, (data: ResolveData) => {
    if (from.test(data.context)) data.request = join(import.meta.dirname, by)
  })
}
