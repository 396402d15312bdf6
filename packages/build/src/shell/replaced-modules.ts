import { join } from 'node:path'
import webpack, { type WebpackPluginInstance } from 'webpack'

/** Replaces modules of libraries that are never used. Makes every first screen 5 kB smaller. */
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
