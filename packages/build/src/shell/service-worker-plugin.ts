import { join } from 'node:path'
import webpack, { type Compilation, type Compiler } from 'webpack'

const { EntryPlugin, webworker } = webpack

/** Emits `service-worker.js`: one script without chunks, for a scope of its own and without what pages share. */
export class ServiceWorkerPlugin {
  readonly #dir: string
  constructor(dir: string) {
    this.#dir = dir
  }

  apply(compiler: Compiler): void {
    compiler.hooks.make.tapPromise('ServiceWorker', (compilation) => this.#bundle(compilation))
  }

  #bundle(compilation: Compilation): Promise<void> {
    const child = compilation.createChildCompiler('service-worker', { filename: 'service-worker.js', publicPath: '' }, [
      new webworker.WebWorkerTemplatePlugin(),
      new EntryPlugin(this.#dir, join(this.#dir, 'src/service-worker/worker.ts'), { name: 'service-worker' }),
    ])
    return new Promise((resolve, reject) => {
      child.runAsChild((error, _entries, made) => {
        const [failure] = made?.errors ?? []
        if (error ?? failure) reject(error ?? failure ?? new Error('The service worker was not built.'))
        else resolve()
      })
    })
  }
}
