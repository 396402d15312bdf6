import { join } from 'node:path'
import webpack, { type WebpackPluginInstance } from 'webpack'

/** Parts of libraries that this product never reaches, each with its small stand-in. Worth 5 kB of every first screen. */
export function leanLibraries(): WebpackPluginInstance[] {
  return [
    // The client sends by XMLHttpRequest, which tells how far an upload is.
    replace(/^\.\/fetch\.js$/, /[\\/]axios[\\/]lib[\\/]adapters$/, 'no-fetch-adapter.ts'),
    replace(/[\\/]SnapshotHandler\.js$/, /[\\/]@module-federation[\\/]runtime-core[\\/]dist/, 'no-snapshots.ts'),
  ]
}

interface Asked {
  readonly context: string
  request: string
}

function replace(request: RegExp, from: RegExp, by: string): WebpackPluginInstance {
  return new webpack.NormalModuleReplacementPlugin(request, (asked: Asked) => {
    if (from.test(asked.context)) asked.request = join(import.meta.dirname, by)
  })
}
